/** A service on a folder of its own that is fuzzed, with what it says to its log. */
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import type { ServiceDefinition } from '@grpc/grpc-js';
import { pino } from 'pino';
import { generateSealKeys } from '../../evidence/mask/mask-keys.ts';
import { packageRoot } from '../../library/node/package-root.ts';
import { startService } from '../../server/service.ts';
import { readConfiguration } from '../../server/settings/configuration.ts';
import { ROLES, type Role } from '../../server/tokens/roles.ts';
import type { CallGrpc } from './doors.ts';
import { policyText, SHAPES, type Shape } from './policy.ts';

export interface FuzzedService {
  readonly url: string;
  readonly folder: string;
  /** A token with one role each. */
  readonly tokens: ReadonlyMap<Role, string>;
  /** As this token, or without one. */
  readonly grpcAs: (token: string | null) => CallGrpc;
  /** Log lines since the last call. */
  readonly takeLog: () => string;
  /** Folder of the decision log, and the PEM of the key that opens its masked records. */
  readonly decisions: { readonly folder: string; readonly unsealKey: string };
  readonly close: () => Promise<void>;
  /** Removes its files. */
  readonly remove: () => Promise<void>;
}

const GRAPH = `
nodes:
  - id: a
    ruleset: call
    facts: [{ template: request, data: { n: $params.n } }]
`;

function tokenOf(role: Role): string {
  return `fuzz-${role}-fuzz-${role}-fuzz-${role}`;
}

export async function startFuzzed(): Promise<FuzzedService> {
  const folder = await mkdtemp(join(tmpdir(), 'ferrule-api-fuzz-'));
  const root = join(folder, 'root');
  await mkdir(join(root, 'graphs'), { recursive: true });
  for (const shape of Object.keys(SHAPES) as Shape[])
    await writeFile(join(root, `${shape}.yaml`), policyText(shape));
  await writeFile(join(root, 'graphs/g.yaml'), GRAPH);
  const tokens = new Map(ROLES.map((role) => [role, tokenOf(role)]));
  const entries = [...tokens].map(([role, token]) => ({
    name: role,
    sha256: createHash('sha256').update(token).digest('hex'),
    roles: [role],
  }));
  await writeFile(join(folder, 'tokens.json'), JSON.stringify({ tokens: entries }));
  const sealKeys = generateSealKeys();
  await writeFile(join(folder, 'seal.pub'), sealKeys.publicKey);
  const log = join(folder, 'log');
  const read = readConfiguration({
    SERVICE_PORT: '0',
    SERVICE_GRPC_PORT: '0',
    SERVICE_WORKERS: '2',
    // Below the time that the fuzzer waits: the database of runs opens meanwhile.
    SERVICE_REQUEST_TIMEOUT_MS: '10000',
    SERVICE_DATA_DIR: ':memory:',
    SERVICE_TOKENS_FILE: join(folder, 'tokens.json'),
    SERVICE_RULESET_ROOT: root,
    SERVICE_DEFAULT_DECISION: 'call/allow',
    SERVICE_AUTHZEN_RULESET: 'access',
    SERVICE_ENVOY_RULESET: 'body',
    SERVICE_LOG_LEVEL: 'debug',
    SERVICE_AUDIT: `file:${log}`,
    SERVICE_AUDIT_SEAL_KEY_FILE: join(folder, 'seal.pub'),
  });
  if (!read.ok) throw new Error(read.problems.join('\n'));
  let logged = '';
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      logged += chunk.toString();
      done();
    },
  });
  const service = await startService(read.configuration, '', pino({ level: 'debug' }, sink));
  const grpc = await connectGrpc(service.grpcAddress ?? '');
  return {
    url: service.url,
    folder,
    tokens,
    grpcAs: grpc.as,
    takeLog() {
      const taken = logged;
      logged = '';
      return taken;
    },
    decisions: { folder: log, unsealKey: sealKeys.privateKey },
    async close() {
      grpc.close();
      await service.close();
    },
    remove: () => rm(folder, { recursive: true }),
  };
}

async function connectGrpc(
  address: string,
): Promise<{ readonly as: FuzzedService['grpcAs']; readonly close: () => void }> {
  const grpc = await import('@grpc/grpc-js');
  const loader = await import('@grpc/proto-loader');
  const folder = join(packageRoot(), 'proto');
  const files = ['ferrule/v1/rule_service.proto', 'envoy/service/auth/v3/external_auth.proto'];
  const definitions = loader.loadSync(
    [...files, 'google/rpc/status.proto'].map((file) => join(folder, file)),
    { keepCase: true, longs: String, enums: String, defaults: true, oneofs: true, includeDirs: [folder] },
  );
  const client = new grpc.Client(address, grpc.credentials.createInsecure());
  const names = {
    RuleService: 'ferrule.v1.RuleService',
    Authorization: 'envoy.service.auth.v3.Authorization',
  } as const;
  const as: FuzzedService['grpcAs'] = (token) => (service, method, message) => {
    const found = (definitions[names[service]] as ServiceDefinition)[method];
    if (found === undefined) throw new Error(`no method ${method}`);
    const metadata = new grpc.Metadata();
    if (token !== null) metadata.set('authorization', `Bearer ${token}`);
    return new Promise((resolve, reject) => {
      client.makeUnaryRequest(
        found.path,
        found.requestSerialize,
        found.responseDeserialize,
        message,
        metadata,
        { deadline: Date.now() + 20_000 },
        (error, answer) => (error === null ? resolve(answer) : reject(error)),
      );
    });
  };
  return { as, close: () => client.close() };
}
