/** A service with two tokens: one that takes all it can get, and one that must not notice. */
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
