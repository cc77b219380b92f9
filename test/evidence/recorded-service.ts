import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startProcess, type ServiceProcess } from '../server/runs/support/process.ts';
import { ATTESTED } from './support.ts';

/** Error of a decision whose record has no room. */
export const REFUSED = '503 audit_unavailable';

const FACT = { template: 'call', data: { tool: 'read', note: 'x'.repeat(400) } };

/** A service with a small buffer of records. `folder`: for its ruleset. `shell`: what is done before it starts. */
export async function startRecorded(
  folder: string,
  settings: Readonly<Record<string, string>>,
  shell?: string,
): Promise<ServiceProcess> {
  const ruleset = join(folder, 'attested.yaml');
  await writeFile(ruleset, ATTESTED);
  const all = {
    SERVICE_RULESET: ruleset,
    SERVICE_AUDIT_BUFFER_BYTES: '20000',
    SERVICE_LOG_LEVEL: 'error',
    ...settings,
  };
  return startProcess(all, [], shell);
}

/** Requests a decision. Returns its identifier, or the error code. */
export async function ask(service: ServiceProcess): Promise<string> {
  const body = { ruleset: 'attested', facts: [FACT] };
  const { status, headers, json } = await service.request('POST', '/v1/evaluate', body);
  return status === 200 ? (headers.get('ferrule-decision-id') ?? '') : `${status} ${String(json['error'])}`;
}

/** Identifiers of decisions, and what the others were refused with. */
export function sortReplies(replies: readonly string[]): Readonly<Record<'answered' | 'refused', string[]>> {
  const isRefused = (reply: string): boolean => reply.startsWith('503');
  return { answered: replies.filter((reply) => !isRefused(reply)), refused: replies.filter(isRefused) };
}
