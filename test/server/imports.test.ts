import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signCommand } from '../../cli/sign.ts';
import { runCommandLine } from '../../cli/run-command-line.ts';
import { generateKeys, readPrivateKey } from '../../library/node/signing/keys.ts';
import { sign } from '../../library/node/signing/signature.ts';
import { startTestService, type TestService } from './support/service.ts';

const TEMPLATES = 'templates: [{ name: q, slots: [{ name: n, type: integer }] }]\n';
const rule = (name: string): string =>
  `rules: [{ name: ${name}, when: [{ template: q }], then: { action: allow, reason: ${name} } }]\n`;
const known = (
  file: string,
): string => `relations: [{ name: k, columns: [{ name: n, type: integer }], file: ${file} }]
rules: [{ name: known, when: [{ template: q, alias: $q }, { relation: k, conditions: [{ slot: n, expression: equals($q.n) }] }], then: { action: allow, reason: known } }]
`;
const FACTS = [{ template: 'q', data: { n: 7 } }];

const NARROW = 'narrow-token';
const TOKENS = {
  tokens: [
    {
      name: 'narrow',
      sha256: createHash('sha256').update(NARROW).digest('hex'),
      roles: ['compile', 'admin'],
      rulesets: ['open', 'first'],
    },
  ],
};

describe('a text without a place imports and names from the root on', () => {
  let service: TestService;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ferrule-imports-'));
    const file = join(folder, 'tokens.json');
    await writeFile(file, JSON.stringify(TOKENS));
    service = await startTestService(
      {
        'first.yaml': `ruleset: first\n${TEMPLATES}${rule('first')}`,
        'base/t.yaml': `${TEMPLATES}imports: [../open/t.yaml]\n`,
        'open/t.yaml': rule('open'),
        'open/k.csv': 'n\n7\n',
        'secret/t.yaml': rule('secret'),
        'secret/k.csv': 'n\n7\n',
        'bad.yaml': 'rules: [{}]\n',
      },
      { SERVICE_TOKENS_FILE: file },
      'first.yaml',
    );
    await writeFile(join(service.root, '..', 'outside.yaml'), rule('outside'));
  });
  afterAll(async () => {
    await service.close();
    await rm(folder, { recursive: true });
  });

  const compile = async (yaml_content: string, token?: string) =>
    (await service.post('/v1/compile', { yaml_content }, token === undefined ? {} : { token })).json;

  test('to be compiled', async () => {
    const { clips, errors } = await compile(`imports: [base]\n${known('open/k.csv')}`);
    expect(errors).toEqual([]);
    expect(clips).toMatch(/MAIN::open/);
    expect(clips).toMatch(/MAIN::known/);
  });

  test('and an error is reported with its file and position', async () => {
    const { errors } = await compile('imports: [./bad.yaml]\n');
    expect(errors).toContainEqual(expect.stringMatching(/^bad\.yaml:1:9: /));
  });

  test.each(['missing', '../outside.yaml', '/etc'])('but not %s', async (name) => {
    const { errors } = await compile(`imports: [${name}]\n${TEMPLATES}`);
    expect(errors).toEqual([expect.stringMatching(/^1:11: unknown import .* inside the root/)]);
  });

  test('nor what does not exist for the token', async () => {
    expect((await compile('imports: [open]\n', NARROW))['errors']).toEqual([]);
    expect((await compile('imports: [secret]\n'))['errors']).toEqual([]);
    expect((await compile('imports: [secret]\n', NARROW))['errors']).toEqual([
      expect.stringContaining('inside the root'),
    ]);
    expect((await compile(known('secret/k.csv'), NARROW))['errors']).toEqual([
      expect.stringContaining('secret/k.csv'),
    ]);
  });

  test('to be loaded', async () => {
    const reload = (ruleset_yaml: string) => service.post('/v1/rules/reload', { ruleset_yaml });
    expect((await reload(`imports: [base]\n${known('open/k.csv')}`)).status).toBe(200);
    const { json } = await service.post('/v1/evaluate', { ruleset: 'first', facts: FACTS });
    expect(json['rule_trace']).toEqual(expect.arrayContaining(['MAIN::open', 'MAIN::known']));
    expect((await reload('imports: [missing]\n')).json['error']).toBe('invalid_ruleset');
  });
});

describe('where signatures are required', () => {
  const { privateKey, publicKey } = generateKeys();
  const signatureOf = (text: string): string => sign(Buffer.from(text), readPrivateKey(privateKey)!);
  const naming = `imports: [./base]\n${TEMPLATES}`;
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(
      {
        'first.yaml': `${TEMPLATES}${rule('first')}`,
        'base/t.yaml': rule('imported'),
        'naming.yaml': naming,
        'rows.yaml': `${TEMPLATES}${known('k.csv')}`,
        'k.csv': 'n\n7\n',
        'folder/a.yaml': `imports: [../base]\n${TEMPLATES}`,
      },
      { SERVICE_RULESET_PUBKEY: publicKey },
      'first.yaml',
    );
  });
  afterAll(() => service.close());

  const reload = (body: object) => service.post('/v1/rules/reload', body);

  test.each(['naming', 'rows'])('the single file %s, and its text, are refused', async (name) => {
    const text = await readFile(join(service.root, `${name}.yaml`), 'utf8');
    const signature = signatureOf(text);
    for (const body of [{ ruleset_path: name }, { ruleset_yaml: text }]) {
      const { status, json } = await reload({ ...body, signature });
      expect([status, json['error']]).toEqual([400, 'signature_required']);
    }
  });

  test('a folder is signed with what it imports', async () => {
    const key = join(service.root, '..', 'ferrule.key');
    await writeFile(key, privateKey);
    let signature = '';
    const io = {
      out: (text: string) => void (signature += text),
      err: () => undefined,
      stdin: (async function* () {})(),
    };
    const folder = join(service.root, 'folder');
    expect(await runCommandLine([signCommand], ['sign', folder, '--key', key], io)).toBe(0);
    const lock = await readFile(join(folder, 'ferrule.lock'), 'utf8');
    expect(
      lock
        .trimEnd()
        .split('\n')
        .map((line) => line.replace(/^\S+ +/, '')),
    ).toEqual(['../base/t.yaml', 'a.yaml']);
    const body = { ruleset_path: 'folder', signature: signature.trim() };
    expect((await reload(body)).status).toBe(200);
    await service.write('base/t.yaml', rule('changed'));
    expect((await reload(body)).json['error']).toBe('invalid_signature');
  });
});

describe("files outside a ruleset's folder are watched", () => {
  let service: TestService;
  const reasonOf = async (ruleset: string): Promise<unknown> => {
    const { status, json } = await service.post('/v1/evaluate', { ruleset, facts: FACTS });
    return status === 200 ? json['reason'] : json['error'];
  };
  beforeAll(async () => {
    service = await startTestService({
      'base/t.yaml': TEMPLATES + rule('one'),
      'main/a.yaml': 'imports: [../base]\n',
      'later/a.yaml': 'imports: [../coming, ../base]\n',
      'file.yaml': `imports: [./coming.yaml]\n${TEMPLATES}`,
      'rows.yaml': `${TEMPLATES}${known('coming.csv')}`,
    });
  });
  afterAll(() => service.close());

  test('also when they change', async () => {
    expect(await reasonOf('main')).toBe('one');
    await service.write('base/t.yaml', TEMPLATES + rule('two'));
    await expect.poll(() => reasonOf('main')).toBe('two');
    await rm(join(service.root, 'base/t.yaml'));
    await expect.poll(() => reasonOf('main')).toBe('invalid_ruleset');
    await service.write('base/t.yaml', TEMPLATES + rule('three'));
    await expect.poll(() => reasonOf('main')).toBe('three');
  });

  test.each([
    ['later', 'coming/t.yaml', 'rules: []\n', 'three'],
    ['file', 'coming.yaml', rule('there'), 'there'],
    ['rows', 'coming.csv', 'n\n7\n', 'known'],
  ])('%s, which names what comes later', async (ruleset, path, text, reason) => {
    expect(await reasonOf(ruleset)).toBe('invalid_ruleset');
    await service.write(path, text);
    await expect.poll(() => reasonOf(ruleset)).toBe(reason);
  });
});
