/** `ferrule.mcp.lock`: which definition of each tool has been accepted, by the server's command or address. */
import { randomUUID } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { isRecord } from '../../library/is-record.ts';
import { pinOf, type Tool } from './tool.ts';

export const LOCK_FILE = 'ferrule.mcp.lock';

/** Digests of accepted definitions, by name of the tool. */
export type Pins = ReadonlyMap<string, string>;

const VERSION = 2;
const DIGEST = /^sha256:[0-9a-f]{64}$/;

/** A lock that cannot be read or written: nothing is callable then. */
export class LockError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'LockError';
  }
}

type Lock = Readonly<Record<string, Readonly<Record<string, string>>>>;

async function readLock(path: string): Promise<Lock> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new LockError(`cannot read ${path} (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`);
  }
  let lock: unknown;
  try {
    lock = JSON.parse(text);
  } catch {
    throw new LockError(`${path} is not JSON`);
  }
  const version = isRecord(lock) ? lock['version'] : undefined;
  const servers = isRecord(lock) && (version === VERSION || version === 1) ? lock['servers'] : undefined;
  if (!isRecord(servers) || !Object.values(servers).every(isPins)) {
    throw new LockError(`${path} is not a lock file of this version`);
  }
  // Pins of version 1 leave members of the definitions out: nothing of them counts as accepted.
  if (version === 1) return Object.fromEntries(Object.keys(servers).map((server) => [server, {}]));
  return servers as Lock;
}

function isPins(value: unknown): boolean {
  return isRecord(value) && Object.values(value).every((pin) => typeof pin === 'string' && DIGEST.test(pin));
}

/** Accepted definitions of a server; null if none are pinned yet. Throws LockError. */
export async function readPins(path: string, server: string): Promise<Pins | null> {
  const lock = await readLock(path);
  return Object.hasOwn(lock, server) ? new Map(Object.entries(lock[server] ?? {})) : null;
}

/** Pins exactly these of a server; the other servers of the lock are left as they are. Throws LockError. */
export async function writePins(path: string, server: string, pins: Pins): Promise<void> {
  const sorted = [...pins].sort(([a], [b]) => (a < b ? -1 : 1));
  const servers = { ...(await readLock(path)), [server]: Object.fromEntries(sorted) };
  const half = `${path}.${randomUUID()}`;
  try {
    await writeFile(half, `${JSON.stringify({ version: VERSION, servers }, null, 2)}\n`);
    await rename(half, path);
  } catch (error) {
    throw new LockError(`cannot write ${path} (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`);
  }
}

export type PinState = 'accepted' | 'changed' | 'new';

export interface PinnedTool {
  readonly tool: Tool;
  readonly state: PinState;
}

/** State of a server's current tools relative to the accepted ones. A name that is listed twice is never accepted. */
export function comparePins(tools: readonly Tool[], pins: Pins): ReadonlyMap<string, PinnedTool> {
  const compared = new Map<string, PinnedTool>();
  for (const tool of tools) {
    const accepted = pins.get(tool.name);
    const isSame = accepted === pinOf(tool) && !compared.has(tool.name);
    const state = accepted === undefined ? 'new' : isSame ? 'accepted' : 'changed';
    compared.set(tool.name, { tool, state });
  }
  return compared;
}

/** The pins of what a server lists now, but for what has no digest or is listed twice. */
export function pinsOf(tools: readonly Tool[]): Pins {
  const pins = new Map<string, string>();
  const counts = new Map<string, number>();
  for (const { name } of tools) counts.set(name, (counts.get(name) ?? 0) + 1);
  for (const tool of tools) {
    const pin = pinOf(tool);
    if (pin !== null && counts.get(tool.name) === 1) pins.set(tool.name, pin);
  }
  return pins;
}
