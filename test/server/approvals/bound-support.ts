/** The ruleset and the comparisons of the tests of bound requests. */
import { createHash } from 'node:crypto';
import { canonicalJson } from '../../../library/canonical-json.ts';

export type Json = Readonly<Record<string, unknown>>;

/** Escalates everything, and allows it with an approval. */
export const POLICY = `
ruleset: ask
templates:
  - name: request
    slots: [{ name: kind, type: string, default: any }]
  - name: approval
    from: host
    slots: [{ name: approver, type: string, required: true }]
input: [{ template: request, slots: {} }]
rules:
  - name: ask
    when: [{ template: request }, { not: [{ template: approval }] }]
    then: { action: escalate, reason: a person decides }
  - name: go
    when: [{ template: request }, { template: approval }]
    then: { action: allow, reason: approved }
`;

/** Paths of all values in a request. */
export function leaves(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([key, item]) => leaves(item, path === '' ? key : `${path}.${key}`));
}

/** The request with another value there. */
export function changed(request: Json, path: string): Json {
  const copy = structuredClone(request);
  const keys = path.split('.');
  let at = copy as Record<string, unknown>;
  for (const key of keys.slice(0, -1)) at = at[key] as Record<string, unknown>;
  const last = keys.at(-1) ?? '';
  const before = at[last];
  at[last] =
    typeof before === 'number' ? before + 1 : typeof before === 'boolean' ? !before : `${String(before)}2`;
  return copy;
}

export const digest = (value: unknown): string =>
  `sha256:${createHash('sha256').update(canonicalJson(value)).digest('hex')}`;
