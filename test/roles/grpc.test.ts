/** Every method of gRPC with a token of every role: those that docs/reference/grpc.md names may call it, all others are refused. */
import { join } from 'node:path';
import * as grpc from '@grpc/grpc-js';
import * as loader from '@grpc/proto-loader';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROLES } from '../../server/tokens/roles.ts';
import { infoOf, metadataOf, startGrpc, type GrpcService, type Refused } from '../server/grpc/support.ts';
import { createPostgres, type TestDatabase } from '../server/runs/support/databases.ts';
import { DIAMOND, VERDICT } from '../server/runs/support/files.ts';
import { tokenOf, writeTokensFile } from '../server/support/tokens-file.ts';
import { RULES } from './rules.ts';
import { documentedMethods, type Documented } from './documented.ts';

const ROOT = join(import.meta.dirname, '../..');
const PACKAGES = join(ROOT, 'node_modules');
const definitions = loader.loadSync(
  [
    join(ROOT, 'proto/ferrule/v1/rule_service.proto'),
    join(ROOT, 'proto/envoy/service/auth/v3/external_auth.proto'),
    join(PACKAGES, 'grpc-health-check/proto/health/v1/health.proto'),
    join(PACKAGES, '@grpc/reflection/build/proto/grpc/reflection/v1/reflection.proto'),
  ],
  { keepCase: true, longs: String, enums: String, oneofs: true, includeDirs: [join(ROOT, 'proto')] },
);
const RULE_SERVICE = 'ferrule.v1.RuleService';
const SERVICES = [
  RULE_SERVICE,
  'envoy.service.auth.v3.Authorization',
  'grpc.health.v1.Health',
  'grpc.reflection.v1.ServerReflection',
] as const;

const FACT = { template: 'thing', data_json: '{}' };
const GRAPH = { graph_id: 'diamond', params_json: '{"left":"allow","right":"allow","name":"n"}' };
const EVALUATION = { ruleset: 'rules', facts: [] };

/** A request that is right for a method, and how it ends for a token that may call it (default: OK). */
interface Case {
  readonly message: object;
  readonly code?: grpc.status;
  /** Permissions of a method that the table in docs/reference/grpc.md does not have. */
  readonly permitted?: Documented;
}

const OPEN: Documented = 'open';
/** One for each method, in the order in which they are called. */
const CASES: Readonly<Record<string, Case>> = {
  Evaluate: { message: EVALUATION },
  EvaluateStream: { message: { id: '1', request: EVALUATION } },
  Decide: { message: { request: EVALUATION, idempotency_key: 'k' } },
  AssertFact: { message: { session_id: 's', ...FACT } },
  AssertFacts: { message: { session_id: 's', facts: [FACT] } },
  Query: { message: { session_id: 's', template: 'thing' } },
  Retract: { message: { session_id: 's', template: 'thing' } },
  SubscribeChanges: { message: { session_id: 's' } },
  Compile: { message: { yaml_content: 'rules: []' } },
  Explain: { message: EVALUATION },
  Reload: { message: { ruleset_yaml: 'rules: []' }, code: grpc.status.FAILED_PRECONDITION },
  Status: { message: {} },
  EnqueueRun: { message: GRAPH },
  GetRun: { message: { run_id: 'poc-diamond' } },
  ListRuns: { message: {} },
  'envoy.service.auth.v3.Authorization/Check': {
    message: { attributes: { request: { http: { method: 'GET', path: '/x' } } } },
    permitted: new Set(['evaluate'] as const),
  },
  'grpc.health.v1.Health/Check': { message: {}, permitted: OPEN },
  'grpc.health.v1.Health/List': { message: {}, permitted: OPEN },
  'grpc.health.v1.Health/Watch': { message: {}, permitted: OPEN },
  'grpc.reflection.v1.ServerReflection/ServerReflectionInfo': {
    message: { list_services: '' },
    permitted: new Set(ROLES),
  },
};

const methods = SERVICES.flatMap((service) =>
  Object.entries(definitions[service] as grpc.ServiceDefinition)
    .filter(([name, { path }]) => path.endsWith(`/${name}`))
    .map(([name, method]) => ({ name: service === RULE_SERVICE ? name : `${service}/${name}`, method })),
);

let tokens: Awaited<ReturnType<typeof writeTokensFile>>;
let database: TestDatabase;
let service: GrpcService;
let client: grpc.Client;
let documented: ReadonlyMap<string, Documented>;

beforeAll(async () => {
  documented = await documentedMethods();
  tokens = await writeTokensFile(Object.fromEntries(ROLES.map((role) => [role, { roles: [role] }])));
  database = await createPostgres();
  service = await startGrpc(
    {
      'rules.yaml': RULES,
      'verdict.yaml': VERDICT,
      'graphs/diamond.yaml': DIAMOND,
    },
    {
      ...database.settings,
      SERVICE_SESSIONS: 'memory',
      SERVICE_TOKENS_FILE: tokens.path,
      SERVICE_ENVOY_RULESET: 'rules',
    },
  );
  await service.post('/v1/sessions', { ruleset: 'rules', session_id: 's' }, { token: tokenOf('session') });
  client = new grpc.Client(service.address, grpc.credentials.createInsecure());
});
afterAll(async () => {
  client.close();
  await service.close();
  await Promise.all([database.drop(), tokens.remove()]);
});

const OK = { code: grpc.status.OK, details: '', metadata: new grpc.Metadata() };

/** How a call ends: a stream that lives on has ended well with its headers or its first message. */
function call(
  {
    path,
    requestStream,
    responseStream,
    requestSerialize,
    responseDeserialize,
  }: grpc.MethodDefinition<object, object>,
  message: object,
  token: string | null,
): Promise<Refused> {
  const metadata = metadataOf(token);
  return new Promise((resolve) => {
    if (!responseStream) {
      client.makeUnaryRequest(path, requestSerialize, responseDeserialize, message, metadata, (error) =>
        resolve(error ?? OK),
      );
      return;
    }
    const stream = requestStream
      ? client.makeBidiStreamRequest(path, requestSerialize, responseDeserialize, metadata)
      : client.makeServerStreamRequest(path, requestSerialize, responseDeserialize, message, metadata);
    stream.on('error', (error) => resolve(error as Refused & Error));
    const began = (): void => {
      resolve(OK);
      stream.cancel();
    };
    stream.on('metadata', () => {
      if (!requestStream) began();
    });
    stream.on('data', began);
    if (requestStream) (stream as grpc.ClientDuplexStream<object, object>).write(message);
  });
}

function permittedBy(name: string): Documented {
  const found = CASES[name]?.permitted ?? documented.get(name);
  if (found === undefined) throw new Error(`docs/reference/grpc.md does not say who may call ${name}`);
  return found;
}

test('every method has a case and a line in the documentation, and no line is of another', () => {
  expect(methods.map(({ name }) => name).sort()).toEqual(Object.keys(CASES).sort());
  const rules = methods.map(({ name }) => name).filter((name) => !name.includes('/'));
  expect([...documented.keys()].sort()).toEqual(rules.sort());
});

const inOrder = methods.sort(
  (a, b) => Object.keys(CASES).indexOf(a.name) - Object.keys(CASES).indexOf(b.name),
);
describe.each(inOrder.map(({ name, method }) => [name, method] as const))('%s', (name, method) => {
  const ask = (token: string | null): Promise<Refused> =>
    call(method as grpc.MethodDefinition<object, object>, CASES[name]?.message ?? {}, token);

  test.each(ROLES)('with the role %s', async (role) => {
    const permitted = permittedBy(name);
    const end = await ask(tokenOf(role));
    if (permitted === 'open' || permitted.has(role)) {
      expect([end.code, end.details]).toEqual([CASES[name]?.code ?? grpc.status.OK, end.details]);
      return;
    }
    expect([end.code, end.details]).toEqual([
      grpc.status.PERMISSION_DENIED,
      `the token lacks the role '${[...permitted][0]}'`,
    ]);
    expect(infoOf(end)['reason']).toBe('forbidden');
  });

  test('without a token, and with an unknown one', async () => {
    const code = permittedBy(name) === 'open' ? grpc.status.OK : grpc.status.UNAUTHENTICATED;
    for (const token of [null, 'a-token-that-nobody-has']) expect((await ask(token)).code).toBe(code);
  });
});
