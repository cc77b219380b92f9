import { createHash, sign } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { writeManifest } from '../../library/node/signing/manifest.ts';
import { generateKeys } from '../../library/node/signing/keys.ts';
import { temporaryFolder } from '../evidence/support.ts';
import { createPostgres, type TestDatabase } from './runs/support/databases.ts';
import { FILES } from './runs/support/files.ts';
import { until } from './runs/support/process.ts';
import { always } from './support/rulesets.ts';
import { startTestService, type Reply, type TestService } from './support/service.ts';

/** A tokens file of one token that is bound to these patterns. */
async function bound(token: string, rulesets: readonly string[]): Promise<string> {
  const path = join(await temporaryFolder(), 'tokens.json');
  const sha256 = createHash('sha256').update(token).digest('hex');
  await writeFile(
    path,
    JSON.stringify({ tokens: [{ name: 'bound', sha256, roles: ['admin', 'run'], rulesets }] }),
  );
  return path;
}

const TOKEN = 'a-token-that-is-bound-to-some';

describe('a token that is bound to rulesets', () => {
  const files = {
    'payments/old.yaml': `ruleset: payments/all\n${always('deny', 'old')}`,
    'payments/new.yaml': `ruleset: payments/all\n${always('deny', 'new')}`,
    'staff/secret.yaml': `ruleset: payments/all\n${always('deny', 'secret')}`,
  };
  const reload = (service: TestService, body: object, query = ''): Promise<Reply> =>
    service.post(`/v1/rules/reload${query}`, body, { token: TOKEN });

  test('reloads what its patterns name, and nothing else, also dry', async () => {
    const settings = { SERVICE_TOKENS_FILE: await bound(TOKEN, ['payments/*']) };
    const service = await startTestService(files, settings, 'payments/old.yaml');
    expect((await reload(service, { ruleset_path: 'payments/new.yaml' })).status).toBe(200);
    for (const path of ['staff/secret.yaml', 'payments/../staff/secret', './staff/secret.yaml']) {
      for (const query of ['', '?dry_run=true']) {
        const { status, json } = await reload(service, { ruleset_path: path }, query);
        expect([status, json['error']]).toEqual([404, 'ruleset_not_found']);
      }
    }
    await service.close();
  });

  test('swaps no mounted ruleset that does not exist for it', async () => {
    const settings = { SERVICE_TOKENS_FILE: await bound(TOKEN, ['other/*', 'staff/*']) };
    const service = await startTestService(files, settings, 'payments/old.yaml');
    for (const body of [{ ruleset_path: 'staff/secret.yaml' }, { ruleset_yaml: always('deny', 'x') }]) {
      expect((await reload(service, body)).json['error']).toBe('ruleset_not_found');
    }
    await service.close();
  });

  describe('on graphs', () => {
    let database: TestDatabase;
    beforeEach(async () => {
      database = await createPostgres();
    });
    afterEach(() => database.drop());

    test('sees and starts graphs that its patterns name', async () => {
      const settings = { SERVICE_TOKENS_FILE: await bound(TOKEN, ['graphs/other']), ...database.settings };
      const service = await startTestService(FILES, settings);
      const body = { graph_id: 'diamond', params: { left: 'allow', right: 'allow', name: 'ann' } };
      const refused = await service.post('/v1/runs', body, { token: TOKEN });
      expect([refused.status, refused.json['error']]).toEqual([404, 'graph_not_found']);
      expect((await service.post('/v1/runs', body)).status).toBe(202);
      await until(
        async () => (await service.request('GET', '/v1/runs/poc-diamond')).json,
        ({ finished_at: at }) => typeof at === 'string',
      );
      const read = await service.request('GET', '/v1/runs/poc-diamond', { token: TOKEN });
      expect([read.status, read.json['error']]).toEqual([404, 'run_not_found']);
      expect((await service.request('GET', '/v1/runs', { token: TOKEN })).json['runs']).toEqual([]);
      expect((await service.request('GET', '/v1/runs')).json['runs']).toHaveLength(1);
      await service.close();
    });

    test('that names the graph runs it', async () => {
      const settings = { SERVICE_TOKENS_FILE: await bound(TOKEN, ['graphs/*']), ...database.settings };
      const service = await startTestService(FILES, settings);
      const body = { graph_id: 'diamond', params: { left: 'allow', right: 'allow', name: 'ann' } };
      expect((await service.post('/v1/runs', body, { token: TOKEN })).status).toBe(202);
      await service.close();
    });
  });
});

describe('the number of files that are mounted counts as seen', () => {
  const { privateKey, publicKey } = generateKeys();
  const numbered = (version: number, what: string): string =>
    `# version: ${version}\n${always('deny', what)}`;
  const load = (service: TestService, yaml: string): Promise<Reply> => {
    const signature = sign(null, Buffer.from(yaml), privateKey).toString('base64');
    return service.post('/v1/rules/reload', { ruleset_yaml: yaml, signature });
  };
  const settings = { SERVICE_RULESET_PUBKEY: publicKey };

  test('of a file, also when it is read again', async () => {
    const service = await startTestService({ 'm.yaml': numbered(5, 'five') }, settings, 'm.yaml');
    const stale = await load(service, numbered(4, 'four'));
    expect([stale.status, stale.json['error']]).toEqual([409, 'stale_version']);
    await service.write('m.yaml', numbered(7, 'seven'));
    await service.reread();
    expect((await load(service, numbered(6, 'six'))).status).toBe(409);
    expect((await load(service, numbered(8, 'eight'))).status).toBe(200);
    await service.close();
  });

  test('of a folder, unless its manifest is one of other files', async () => {
    const text = always('deny', 'folder');
    const manifest = writeManifest([{ path: 'a.yaml', bytes: Buffer.from(text) }]);
    for (const [head, status] of [
      [manifest, 409],
      [manifest.replace(/^./, 'x'), 200],
    ] as const) {
      const files = { 'm/a.yaml': text, 'm/ferrule.lock': `# version: 5\n${head}` };
      const service = await startTestService(files, settings, 'm');
      expect((await load(service, numbered(4, 'four'))).status).toBe(status);
      await service.close();
    }
  });
});
