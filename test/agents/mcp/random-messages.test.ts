/**
 * Random messages of a client: whatever line reaches the server is one that the rules allow, as a reader reads it that
 * matches keys exactly, and as one reads it that matches them without regard to case.
 */
import { afterAll, expect, it } from 'vitest';
import { answering, startLines, type Lines } from './lines.ts';
import { engine, READER, tool } from './support.ts';

const MESSAGES = 3_000;
const seed = Number(process.env['FERRULE_SEED'] ?? Date.now() % 0x7fffffff);
let state = seed;
/** Mulberry32. */
function random(): number {
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
}
const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!;
const chance = (of: number): boolean => random() < of;

/** Now and then a key in another case, with other letters that fold to it, escaped, or repeated. */
function key(name: string): string {
  if (chance(0.8)) return JSON.stringify(name);
  const changed = [...name].map((char) => {
    if (chance(0.6)) return char;
    if (char === 's') return 'ſ';
    if (char === 'k') return '\u212a';
    return pick([char.toUpperCase(), `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`]);
  });
  return `"${changed.join('')}"`;
}

const object = (members: readonly (readonly [string, string])[]): string => {
  const all = [...members];
  if (all.length > 0 && chance(0.15)) all.splice(Math.floor(random() * all.length), 0, pick(all));
  return `{${all.map(([name, value]) => `${key(name)}:${value}`).join(pick([',', ' ,', ',\t']))}}`;
};
const text = (...words: readonly string[]): string => JSON.stringify(pick(words));

function args(): string {
  return object([
    ['path', text('a', 'secret', 'b')],
    ...(chance(0.3) ? [['path', text('a', 'secret')] as const] : []),
    ...(chance(0.2)
      ? [['n', pick(['1', '9007199254740993', '1.0', '-0', 'null', '[{"x":1}]'])] as const]
      : []),
    ...(chance(0.1) ? [['__proto__', '{"path":"secret"}'] as const] : []),
  ]);
}

function params(): string {
  return object([
    ['name', text('read_text_file', 'write_file', 'remove', 'resources/read', ' read_text_file')],
    ...(chance(0.15) ? [['name', text('write_file')] as const] : []),
    ['arguments', chance(0.95) ? args() : pick(['[]', 'null', '"x"'])],
    ...(chance(0.15) ? [['arguments', args()] as const] : []),
    ...(chance(0.3) ? [['uri', text('test://a', 'file:///etc/shadow')] as const] : []),
    ...(chance(0.2) ? [['_meta', object([['progressToken', '1']])] as const] : []),
  ]);
}

let count = 0;
function message(): string {
  const whole = object([
    ['jsonrpc', '"2.0"'],
    ...(chance(0.9) ? [['id', pick([String(count++), `"${count++}"`, 'null', '1e3'])] as const] : []),
    [
      'method',
      text('tools/call', 'tools/call', 'resources/read', 'ping', 'notifications/progress', 'Tools/Call'),
    ],
    ...(chance(0.1) ? [['method', text('tools/call')] as const] : []),
    ['params', params()],
    ...(chance(0.1) ? [['params', params()] as const] : []),
    ...(chance(0.05) ? [['result', '{}'] as const] : []),
  ]);
  if (chance(0.03)) return `[${whole}]`;
  if (chance(0.03)) return `${whole}\r${whole}`;
  return chance(0.03) ? whole.slice(0, Math.floor(random() * whole.length)) : whole;
}

type Read = Readonly<Record<string, unknown>>;
/** As `encoding/json` of Go reads a member: the last key that folds to its name counts. */
function folded(value: unknown, name: string): unknown {
  const fold = (text: string): string => text.toLowerCase().replaceAll('ſ', 's').replaceAll('\u212a', 'k');
  return Object.entries((value ?? {}) as Read).findLast(([each]) => fold(each) === name)?.[1];
}
const exact = (value: unknown, name: string): unknown =>
  Object.hasOwn((value ?? {}) as Read, name) ? (value as Read)[name] : undefined;

/** Call that a server would make for a line; null for a line that needs no decision. */
function executed(line: string, get: typeof exact): string | null {
  const read: unknown = JSON.parse(line);
  const [method, given] = [get(read, 'method'), get(read, 'params')];
  if (method === 'tools/call')
    return `call ${String(get(given, 'name'))} ${String(get(get(given, 'arguments'), 'path'))}`;
  return method === 'resources/read' ? `read ${String(get(given, 'uri'))}` : null;
}
const ALLOWED = /^(?:call read_text_file (?:a|b|undefined)|read test:\/\/a)$/;

let lines: Lines | null = null;
afterAll(() => lines?.close());

it(`of ${MESSAGES} random messages nothing reaches the server that the rules do not allow: seed ${seed}`, async () => {
  lines = await startLines(engine, answering([READER, tool('write_file'), tool('remove')]));
  for (let i = 0; i < MESSAGES; i++) lines.say(message());
  lines.say('{"jsonrpc":"2.0","id":"end","method":"ping"}');
  await expect.poll(() => lines?.atClient.some((line) => line.includes('"end"'))).toBe(true);
  const wrong = lines.atServer.filter((line) => {
    const [one, other] = [executed(line, exact), executed(line, folded)];
    return one !== other || (one !== null && !ALLOWED.test(one)) || Array.isArray(JSON.parse(line));
  });
  expect(wrong).toEqual([]);
  expect(lines.atServer.filter((line) => executed(line, exact) !== null).length).toBeGreaterThan(0);
});
