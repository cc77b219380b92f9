/** Standard services of every gRPC server, with clients of the packages that describe them; and TLS. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as grpc from '@grpc/grpc-js';
import * as loader from '@grpc/proto-loader';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../../cli/run-cli.ts';
import { startTestService, TOKEN } from '../support/service.ts';
import { full } from '../../full.ts';
import { createCertificates, type Certificates } from './certificates.ts';
import {
  connect,
  metadataOf,
  POLICY,
  refusal,
  startGrpc,
  type GrpcService,
  type Message,
} from './support.ts';

const PACKAGES = join(import.meta.dirname, '../../../node_modules');
const BUF = join(import.meta.dirname, '../../programs/node_modules/.bin/buf');
const HEALTH = join(PACKAGES, 'grpc-health-check/proto/health/v1/health.proto');
const REFLECTION = join(PACKAGES, '@grpc/reflection/build/proto/grpc/reflection/v1/reflection.proto');
const definitions = loader.loadSync([HEALTH, REFLECTION], { enums: String, oneofs: true });

let service: GrpcService;
beforeAll(async () => {
  service = await startGrpc({ 'door.yaml': POLICY });
});
afterAll(() => service.close());

function clientOf(
  name: string,
): Record<string, (...args: readonly unknown[]) => never> & { close: () => void } {
  const Client = grpc.makeClientConstructor(definitions[name] as grpc.ServiceDefinition, name);
  return new Client(service.address, grpc.credentials.createInsecure()) as never;
}

describe('health', () => {
  const check = (name: string): Promise<Message> =>
    new Promise((resolve, reject) => {
      const client = clientOf('grpc.health.v1.Health');
      const call = client['Check'];
      call?.call(client, { service: name }, (error: Error | null, answer: Message) => {
        client.close();
        if (error === null) resolve(answer);
        else reject(error);
      });
    });

  it.each(['', 'ferrule.v1.RuleService', 'envoy.service.auth.v3.Authorization'])(
    'of %j is served without a token',
    async (name) => {
      expect(await check(name)).toEqual({ status: 'SERVING' });
    },
  );

  it('of an unknown service is not found', async () => {
    expect((await refusal(check('other'))).code).toBe(grpc.status.NOT_FOUND);
  });
});

describe('reflection', () => {
  const ask = (request: object, token: string | null): Promise<Message> =>
    new Promise((resolve, reject) => {
      const client = clientOf('grpc.reflection.v1.ServerReflection');
      const stream = client['ServerReflectionInfo']?.call(
        client,
        metadataOf(token),
      ) as unknown as grpc.ClientDuplexStream<object, Message>;
      stream.on('data', (answer: Message) => {
        stream.end();
        client.close();
        resolve(answer);
      });
      stream.on('error', reject);
      stream.write(request);
    });

  it('lists the services to who has a token', async () => {
    const answer = await ask({ listServices: '*' }, TOKEN);
    const { service: services } = answer['listServicesResponse'] as { readonly service: readonly Message[] };
    expect(services.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['ferrule.v1.RuleService', 'envoy.service.auth.v3.Authorization']),
    );
  });

  it('returns the file of a service', async () => {
    const answer = await ask({ fileContainingSymbol: 'ferrule.v1.RuleService' }, TOKEN);
    const { fileDescriptorProto: files } = answer['fileDescriptorResponse'] as {
      readonly fileDescriptorProto: readonly Buffer[];
    };
    expect(Buffer.concat(files).toString('latin1')).toContain('SubscribeChanges');
  });

  it('is refused to other callers', async () => {
    expect((await refusal(ask({ listServices: '*' }, null))).code).toBe(grpc.status.UNAUTHENTICATED);
  });
});

describe('TLS', () => {
  let files: Certificates;
  let secure: GrpcService;
  beforeAll(async () => {
    files = await createCertificates();
    secure = await startGrpc(
      { 'door.yaml': POLICY },
      {
        SERVICE_TLS_CERT_FILE: files.path('server.crt'),
        SERVICE_TLS_KEY_FILE: files.path('server.key'),
        SERVICE_TLS_CLIENT_CA_FILE: files.path('client.crt'),
      },
    );
  });
  afterAll(async () => {
    await secure.close();
    await files.remove();
  });

  it('is spoken with the certificates of the service, to clients that have one', async () => {
    const read = (name: string): Promise<Buffer> => readFile(files.path(name));
    const address = secure.address.replace('127.0.0.1', 'localhost');
    const [key, cert] = [await read('client.key'), await read('client.crt')];
    const asKnown = async (): Promise<unknown> => {
      const known = connect(
        address,
        undefined,
        grpc.credentials.createSsl(await read('server.crt'), key, cert),
      );
      const answer = await known.call('Status', {}, { deadline: 5_000 }).finally(() => known.close());
      return answer['version'];
    };
    expect(await asKnown()).toBe('0.12.0');
    // New certificates are taken without a restart.
    files.make('server');
    await secure.reread();
    expect(await asKnown()).toBe('0.12.0');
    const ca = await read('server.crt');
    const unknown = connect(address, undefined, grpc.credentials.createSsl(ca));
    expect((await refusal(unknown.call('Status', {}, { deadline: 2_000 }))).code).not.toBe(grpc.status.OK);
    unknown.close();
    const plain = connect(address);
    expect((await refusal(plain.call('Status', {}, { deadline: 2_000 }))).code).not.toBe(grpc.status.OK);
    plain.close();
  });
});

describe('the port', () => {
  it('that cannot be had is said at the start', async () => {
    const port = service.address.split(':')[1] ?? '';
    await expect(startTestService({}, { SERVICE_GRPC_PORT: port })).rejects.toThrow(
      `SERVICE_GRPC_PORT: cannot listen on 127.0.0.1:${port}`,
    );
  });

  it.each(['SERVICE_GRPC_PORT', 'SERVICE_METRICS_PORT'].slice(0, full(2, 1)))(
    'that cannot be had ends the process: %s',
    async (name) => {
      const environment = {
        [name]: service.address.split(':')[1] ?? '',
        SERVICE_PORT: '0',
        SERVICE_DATA_DIR: ':memory:',
      };
      const { code, err } = await runCli(['serve', '--root', 'rulesets'], '', environment);
      expect([code, err]).toEqual([1, expect.stringContaining('cannot listen on')]);
    },
  );

  it.each(['x', '70000', '-1'])('%s is refused', async (port) => {
    await expect(startTestService({}, { SERVICE_GRPC_PORT: port })).rejects.toThrow('SERVICE_GRPC_PORT');
  });

  it('is not there unless it is set', async () => {
    const plain = await startTestService({});
    expect(plain.grpcAddress).toBeNull();
    await plain.close();
  });
});

describe('the files that describe it', () => {
  const buf = (...args: readonly string[]) =>
    promisify(execFile)(BUF, args, {
      cwd: join(import.meta.dirname, '../../../proto'),
    });

  it('are without a finding of buf, and laid out by it', async () => {
    expect((await buf('lint', '.')).stdout).toBe('');
    expect((await buf('format', '-d', '--exit-code', '.')).stdout).toBe('');
  });
});
