/** Published bypasses of the starter's suite, for another workspace and domain. */
import { isRecord } from '../../../library/is-record.ts';
import type { DraftOptions } from './draft-ruleset.ts';

type Row = Readonly<Record<string, unknown>>;

/** Values in the starter's own suite. */
const MODEL = { workspace: '/srv/workspace', domain: 'example.com' } as const;

/** The rows of a case of the starter's suite, for another workspace and domain. */
export function modelValues(
  model: unknown,
  prefix: string,
  key: 'path' | 'url',
  { workspace, domain }: DraftOptions,
): readonly unknown[] {
  const cases = isRecord(model) && Array.isArray(model['cases']) ? (model['cases'] as readonly Row[]) : [];
  const found = cases.find(({ name }) => typeof name === 'string' && name.startsWith(`${prefix}:`));
  const rows = Array.isArray(found?.['each']) ? (found['each'] as readonly Row[]) : [];
  return rows
    .map((row) => row[key])
    .filter((value) => !isWithin(value, workspace) && !String(value).includes('\0'))
    .map((value) => moved(value, workspace, domain));
}

/** True for a path of the starter's suite that the other workspace holds. */
function isWithin(value: unknown, workspace: string): boolean {
  if (typeof value !== 'string' || value.startsWith(MODEL.workspace)) return false;
  return value === workspace || value.startsWith(`${workspace}/`);
}

function moved(value: unknown, workspace: string, domain: string): unknown {
  if (typeof value === 'string')
    return value.replaceAll(MODEL.workspace, workspace).replaceAll(MODEL.domain, domain);
  return Array.isArray(value) ? value.map((item) => moved(item, workspace, domain)) : value;
}
