/** A service with two tokens: one that takes all it can get, and one that must not notice. */
import { createHash } from 'node:crypto';
import http from 'node:http';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { startGrpc, type GrpcService } from '../grpc/support.ts';

export const RULES = `
templates:
  - name: doc
    slots:
      - { name: n, type: integer, required: true }
      - { name: text, type: string, default: "" }
rules:
  - { name: seen, when: [{ template: doc }], then: { action: allow, reason: ok } }
`;

const tokenOf = (name: string): string => `token-of-${name}-that-is-long`;
export const GREEDY = tokenOf('greedy');
export const MODEST = tokenOf('modest');

export interface Shared {
  readonly service: GrpcService;
  readonly close: () => Promise<void>;
}

export async function startShared(
  settings: Readonly<Record<string, string>> = {},
  files: Readonly<Record<string, string>> = {},
  mount: string | null = null,
): Promise<Shared> {
  const folder = await mkdtemp(join(tmpdir(), 'ferrule-quotas-'));
  const file = join(folder, 'tokens.json');
  const tokens = ['greedy', 'modest'].map((name) => ({
    name,
    sha256: createHash('sha256').update(tokenOf(name)).digest('hex'),
    roles: ['evaluate', 'session', 'run', 'fleet', 'metrics'],
  }));
  await writeFile(file, JSON.stringify({ tokens }));
  const service = await startGrpc(
    { 'rules.yaml': RULES, ...files },
    { SERVICE_TOKENS_FILE: file, ...settings },
    mount,
  );
  return {
    service,
    close: async () => {
      await service.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** Requests of a token that does not hold anything. */
const SERVED = 50;
export const ASKED = { ruleset: 'rules', facts: [{ template: 'doc', data: { n: 1 } }] };

export async function evaluate({ service }: Shared, token: string): Promise<void> {
  const { status } = await service.post('/v1/evaluate', ASKED, { token });
  expect(status).toBe(200);
}

/**
 * Every request of the other token is decided, and as few others precede it as `most` says. How long that takes is the
 * machine's doing; what is served in between is ours.
 * @param served how many requests of the greedy token were served so far
 */
export async function expectServed(shared: Shared, served: () => number = () => 0, most = 0): Promise<void> {
  for (let i = 0; i < SERVED; i++) {
    const before = served();
    await evaluate(shared, MODEST);
    expect(served() - before).toBeLessThanOrEqual(most);
  }
}

/** A request whose body does not end. */
export function unfinished({ service }: Shared, token: string, bytes: number): http.ClientRequest {
  const request = http.request(`${service.url}/v1/evaluate`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': String(bytes + 1),
    },
    agent: false,
  });
  request.on('error', () => undefined);
  request.write(Buffer.alloc(bytes, 0x20));
  return request;
}
