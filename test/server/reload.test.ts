import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generateKeys, readPrivateKey } from '../../library/node/signing/keys.ts';
import { MANIFEST_FILE, writeManifest } from '../../library/node/signing/manifest.ts';
import { sign } from '../../library/node/signing/signature.ts';
import { ACCESS, always, BROKEN } from './support/rulesets.ts';
import { ADMIN_TOKEN, startTestService, type Reply, type TestService } from './support/service.ts';

const INPUT = [{ template: 'input', data: {} }];

async function reasonOf(service: TestService): Promise<unknown> {
  return (await service.post('/v1/evaluate', { ruleset: 'any', facts: INPUT })).json['reason'];
}

describe('a mounted engine', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(
      {
        'first.yaml': always('allow', 'first'),
        'broken.yaml': BROKEN,
        'folder/a.yaml': always('deny', 'folder'),
      },
      {},
      'first.yaml',
    );
  });
  afterAll(() => service.close());

  function reload(body: object): Promise<Reply> {
    return service.post('/v1/rules/reload', body);
  }

  test('serves any named ruleset, which must still be named and under the root', async () => {
    expect(await reasonOf(service)).toBe('first');
    expect((await service.post('/v1/evaluate', { facts: [] })).json['field']).toBe('ruleset');
    const outside = await service.post('/v1/evaluate', { ruleset: '../first.yaml', facts: [] });
    expect([outside.status, outside.json['error']]).toEqual([400, 'invalid_ruleset_path']);
  });

  test('has no sessions', async () => {
    const { status, json } = await service.post('/v1/evaluate', { ruleset: 'a', facts: [], session_id: 's' });
    expect([status, json['error']]).toEqual([400, 'sessions_unavailable']);
  });

  test('reports the ruleset that is loaded', async () => {
    const { json } = await service.request('GET', '/v1/status');
    expect(json).toEqual({
      ruleset_hash: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) as string,
      version: '0.12.0',
      time_zones: process.versions.tz,
      loaded_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string,
      warnings: '0',
      ruleset_origin: 'mounted',
    });
  });

  test('lists its constructs', async () => {
    expect((await service.request('GET', '/v1/rules')).json['rules']).toMatchObject([
      { name: 'MAIN::always' },
    ]);
    expect((await service.request('GET', '/v1/templates')).json['templates']).toMatchObject([
      { name: 'input' },
    ]);
    expect((await service.request('GET', '/v1/modules')).json['modules']).toMatchObject([{ name: 'MAIN' }]);
  });

  test('is swapped by YAML text, and says from what to what', async () => {
    const before = (await service.request('GET', '/v1/status')).json['ruleset_hash'];
    const { status, json } = await reload({ ruleset_yaml: always('deny', 'second') });
    expect(status).toBe(200);
    expect(json).toMatchObject({
      ruleset_hash_before: before,
      rules: 1,
      templates: 1,
      warnings: [],
      attestation_token: null,
    });
    expect((await service.request('GET', '/v1/status')).json).toMatchObject({
      ruleset_hash: json['ruleset_hash_after'],
      loaded_at: json['loaded_at'],
    });
    expect(await reasonOf(service)).toBe('second');
  });

  test('is swapped by a file or a folder under the root', async () => {
    expect((await reload({ ruleset_path: 'folder' })).status).toBe(200);
    expect(await reasonOf(service)).toBe('folder');
    expect((await reload({ ruleset_path: 'first.yaml' })).status).toBe(200);
    expect(await reasonOf(service)).toBe('first');
  });

  test('keeps what rules alone leave out', async () => {
    const rules =
      'rules:\n  - name: only\n    when: [{ template: input, conditions: [] }]\n    then: { action: allow, reason: only }\n';
    const { status } = await reload({ ruleset_yaml: rules });
    expect(status).toBe(200);
    expect(await reasonOf(service)).toBe('only');
  });

  test.each([
    [{ ruleset_yaml: BROKEN }, 400, 'invalid_ruleset'],
    [{ ruleset_path: 'broken.yaml' }, 400, 'invalid_ruleset'],
    [{ ruleset_path: 'missing' }, 404, 'ruleset_not_found'],
    [{ ruleset_path: '../first.yaml' }, 400, 'invalid_ruleset_path'],
    [{ ruleset_path: '/etc/hosts' }, 400, 'invalid_ruleset_path'],
    [{ ruleset_yaml: always('deny', 'x'), signature: 'AAAA' }, 400, 'signature_key_missing'],
  ])('stays as it is when the reload %j fails', async (body, status, error) => {
    await reload({ ruleset_path: 'first.yaml' });
    const before = (await service.request('GET', '/v1/status')).text;
    const reply = await reload(body);
    expect([reply.status, reply.json['error']]).toEqual([status, error]);
    expect(reply.text).not.toContain(service.root);
    expect((await service.request('GET', '/v1/status')).text).toBe(before);
    expect(await reasonOf(service)).toBe('first');
  });

  test.each([{}, { ruleset_yaml: 'a', ruleset_path: 'b' }, { ruleset_yaml: null, ruleset_path: null }])(
    'wants exactly one source, unlike %j',
    async (body) => {
      const { status, json } = await reload(body);
      expect(status).toBe(422);
      expect(json['detail']).toMatchObject([{ loc: ['body'], type: 'value_error' }]);
    },
  );

  test('refuses a malformed body with an HTTPValidationError', async () => {
    const { status, json } = await reload({ ruleset_yaml: 7 });
    expect(status).toBe(422);
    expect(json['detail']).toMatchObject([{ loc: ['body', 'ruleset_yaml'], type: 'invalid_type', input: 7 }]);
  });

  test('does not take text that has no UTF-8 bytes', async () => {
    const { status, json } = await service.post('/v1/rules/reload', '{"ruleset_yaml":"# \\ud800"}');
    expect(status).toBe(422);
    expect(json['detail']).toMatchObject([{ loc: ['body', 'ruleset_yaml'] }]);
  });

  test('decides every request entirely by one version during reloads', async () => {
    const versions = ['red', 'green', 'blue'];
    let stopped = false;
    const seen = new Set<string>();
    const client = async (): Promise<void> => {
      while (!stopped) {
        const { status, json } = await service.post('/v1/evaluate', { ruleset: 'any', facts: INPUT });
        expect(status).toBe(200);
        seen.add(`${String(json['decision'])} ${String(json['reason'])}`);
      }
    };
    const clients = [client(), client(), client()];
    for (const colour of [...versions, ...versions]) {
      const { status } = await reload({ ruleset_yaml: always(colour === 'red' ? 'deny' : 'allow', colour) });
      expect(status).toBe(200);
      expect(await reasonOf(service)).toBe(colour);
    }
    stopped = true;
    await Promise.all(clients);
    for (const answer of seen)
      expect(['allow first', 'deny red', 'allow green', 'allow blue']).toContain(answer);
  });

  test('compiles YAML by the templates it has', async () => {
    await reload({ ruleset_yaml: ACCESS });
    const rule = (template: string): string =>
      `rules:\n  - name: r\n    when: [{ template: ${template}, conditions: [{ slot: id, expression: "equals(a)" }] }]\n    then: { action: allow }\n`;
    const good = await service.post('/v1/compile', { yaml_content: rule('agent') });
    expect(good.json['errors']).toEqual([]);
    expect(good.json['clips']).toContain('"a"');
    const conflict =
      'templates:\n  - name: agent\n    slots: [{ name: id, type: integer }]\n' +
      rule('agent').replace('equals(a)', 'equals(1)');
    const reply = await service.post('/v1/compile', { yaml_content: conflict });
    expect([reply.status, reply.json['error']]).toEqual([409, 'template_conflict']);
  });
});

describe('reload', () => {
  test('needs a mounted engine', async () => {
    const service = await startTestService({});
    const { status, json } = await service.post('/v1/rules/reload', { ruleset_yaml: 'rules: []' });
    await service.close();
    expect([status, json['error']]).toEqual([503, 'engine_not_mounted']);
  });

  test('needs the admin token where there is one, and its size has a cap', async () => {
    const service = await startTestService(
      { 'first.yaml': always('allow', 'first') },
      { SERVICE_ADMIN_TOKEN: ADMIN_TOKEN, SERVICE_MAX_RELOAD_BYTES: '2000' },
      'first.yaml',
    );
    const body = { ruleset_yaml: always('deny', 'second') };
    expect((await service.post('/v1/rules/reload', body)).status).toBe(401);
    expect(await reasonOf(service)).toBe('first');
    expect((await service.post('/v1/rules/reload', body, { token: ADMIN_TOKEN })).status).toBe(200);
    expect(await reasonOf(service)).toBe('second');
    const evaluate = { ruleset: 'any', facts: INPUT };
    expect((await service.post('/v1/evaluate', evaluate, { token: ADMIN_TOKEN })).status).toBe(200);
    const large = await service.post('/v1/rules/reload', '#'.repeat(2001), { token: ADMIN_TOKEN });
    expect([large.status, large.json['error']]).toEqual([413, 'payload_too_large']);
    await service.close();
  });
});

describe('with a public key', () => {
  const { privateKey, publicKey } = generateKeys();
  const seed = readPrivateKey(privateKey)!;
  const second = always('deny', 'second');
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService(
      { 'first.yaml': always('allow', 'first'), 'second.yaml': second },
      { SERVICE_RULESET_PUBKEY: publicKey },
      'first.yaml',
    );
  });
  afterAll(() => service.close());

  async function refused(body: object): Promise<unknown> {
    const { status, json } = await service.post('/v1/rules/reload', body);
    expect(status).toBe(400);
    expect(await reasonOf(service)).toBe('first');
    return json['error'];
  }

  const signatureOf = (text: string): string => sign(Buffer.from(text), seed);

  test('a reload must be signed', async () => {
    expect(await refused({ ruleset_yaml: second })).toBe('signature_required');
    expect(await refused({ ruleset_path: 'second.yaml' })).toBe('signature_required');
  });

  test.each(['', 'AAAA', 'not base64', Buffer.alloc(64).toString('base64'), signatureOf('other text')])(
    'the signature %j is refused',
    async (signature) => {
      expect(await refused({ ruleset_yaml: second, signature })).toBe('invalid_signature');
    },
  );

  test('a folder without a manifest, or with one that does not match, is refused', async () => {
    await service.write('folder/a.yaml', second);
    const manifest = writeManifest([{ path: 'a.yaml', bytes: Buffer.from(second) }]);
    const body = { ruleset_path: 'folder', signature: signatureOf(manifest) };
    expect(await refused(body)).toBe('invalid_signature');
    await service.write(`folder/${MANIFEST_FILE}`, manifest);
    await service.write('folder/b.yaml', 'rules: []');
    expect(await refused(body)).toBe('invalid_signature');
  });

  test('text, file and folder are taken with a signature over their bytes', async () => {
    const reload = (body: object): Promise<Reply> => service.post('/v1/rules/reload', body);
    expect((await reload({ ruleset_yaml: second, signature: signatureOf(second) })).status).toBe(200);
    expect((await reload({ ruleset_path: 'second', signature: signatureOf(second) })).status).toBe(200);
    await mkdir(join(service.root, 'signed'));
    await writeFile(join(service.root, 'signed/a.yaml'), second);
    const manifest = writeManifest([{ path: 'a.yaml', bytes: Buffer.from(second) }]);
    await writeFile(join(service.root, 'signed', MANIFEST_FILE), manifest);
    expect((await reload({ ruleset_path: 'signed', signature: signatureOf(manifest) })).status).toBe(200);
  });
});
