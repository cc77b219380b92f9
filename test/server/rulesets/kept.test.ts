import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { generateKeys, readPrivateKey } from '../../../library/node/signing/keys.ts';
import { MANIFEST_FILE, writeManifest } from '../../../library/node/signing/manifest.ts';
import { sign } from '../../../library/node/signing/signature.ts';
import { createEmbedded, createPostgres, type TestDatabase } from '../runs/support/databases.ts';
import { createRoot } from '../runs/support/files.ts';
import {
  endAll,
  runCommand,
  startProcess,
  until,
  type Answer,
  type ServiceProcess,
  type Settings,
} from '../runs/support/process.ts';
import { always } from '../support/rulesets.ts';

afterAll(endAll);

let root: string;
let removeRoot: () => Promise<void>;
let database: TestDatabase;
beforeEach(async () => {
  ({ root, remove: removeRoot } = await createRoot({ 'first.yaml': always('allow', 'first') }));
  database = await createEmbedded();
});
afterEach(async () => {
  endAll();
  await removeRoot();
  await database.drop();
});

function start(more: Settings = {}): Promise<ServiceProcess> {
  return startProcess({
    ...database.settings,
    SERVICE_RULESET_ROOT: root,
    SERVICE_RULESET: join(root, 'first.yaml'),
    ...more,
  });
}

function reload(on: ServiceProcess, body: object): Promise<Answer> {
  return on.request('POST', '/v1/rules/reload', body);
}

async function reason(on: ServiceProcess): Promise<unknown> {
  const facts = [{ template: 'input', data: {} }];
  return (await on.request('POST', '/v1/evaluate', { ruleset: 'any', facts })).json['reason'];
}

async function status(on: ServiceProcess): Promise<Record<string, unknown>> {
  return (await on.request('GET', '/v1/status')).json;
}

function outcome({ status: code, json }: Answer): unknown[] {
  return [code, json['error']];
}

function createKey(): {
  readonly setting: Settings;
  readonly signed: (text: string) => string;
  readonly pem: string;
} {
  const { publicKey, privateKey } = generateKeys();
  const seed = readPrivateKey(privateKey)!;
  return {
    setting: { SERVICE_RULESET_PUBKEY: publicKey },
    signed: (text) => sign(Buffer.from(text, 'utf8'), seed),
    pem: privateKey,
  };
}

describe('a reload', () => {
  test('is served again after a restart, with the layers that it builds on', async () => {
    const server = await start();
    expect((await status(server))['ruleset_origin']).toBe('mounted');
    await reload(server, { ruleset_yaml: always('deny', 'second') });
    const rules = always('deny', 'third');
    const third = await reload(server, { ruleset_yaml: rules.slice(rules.indexOf('rules:')) });
    expect(third.status).toBe(200);
    await server.end('SIGKILL');
    const next = await start();
    expect(await reason(next)).toBe('third');
    expect(await status(next)).toMatchObject({
      ruleset_origin: 'reloaded',
      ruleset_hash: third.json['ruleset_hash_after'],
    });
    expect(next.log()).toContain('serving the ruleset of the last reload');
  });

  test('is forgotten when the files have changed', async () => {
    const server = await start();
    await reload(server, { ruleset_yaml: always('deny', 'second') });
    await server.end();
    await writeFile(join(root, 'first.yaml'), always('allow', 'edited'));
    const edited = await start();
    expect(await reason(edited)).toBe('edited');
    expect(edited.log()).toContain('the ruleset files have changed: discarding the stored reload');
    await edited.end();
    await writeFile(join(root, 'first.yaml'), always('allow', 'first'));
    expect(await reason(await start())).toBe('first');
  });

  test('is not kept where that is switched off', async () => {
    const server = await start({ SERVICE_RELOAD_PERSIST: 'false' });
    await reload(server, { ruleset_yaml: always('deny', 'second') });
    expect(await reason(server)).toBe('second');
    await server.end();
    expect(await reason(await start({ SERVICE_RELOAD_PERSIST: 'false' }))).toBe('first');
  });

  test('that does not verify under the present key is passed over, and the log says so', async () => {
    const [one, other] = [createKey(), createKey()];
    const server = await start(one.setting);
    const yaml = always('deny', 'second');
    await reload(server, { ruleset_yaml: yaml, signature: one.signed(yaml) });
    await server.end();
    const changed = await start(other.setting);
    expect(await reason(changed)).toBe('first');
    expect((await status(changed))['ruleset_origin']).toBe('mounted');
    expect(changed.log()).toContain('skipping the last reload');
    await changed.end();
    expect(await reason(await start(one.setting))).toBe('second');
  });
});

describe('going back by hash', () => {
  test('serves what was loaded before, also what was mounted', async () => {
    const server = await start();
    const mounted = (await status(server))['ruleset_hash'];
    const second = (await reload(server, { ruleset_yaml: always('deny', 'second') })).json[
      'ruleset_hash_after'
    ];
    await reload(server, { ruleset_yaml: always('deny', 'third') });
    expect((await reload(server, { ruleset_hash: second })).json['ruleset_hash_after']).toBe(second);
    expect(await reason(server)).toBe('second');
    expect((await reload(server, { ruleset_hash: mounted })).status).toBe(200);
    expect(await reason(server)).toBe('first');
    await server.end('SIGKILL');
    const next = await start();
    expect(await reason(next)).toBe('first');
    expect((await reload(next, { ruleset_hash: second })).status).toBe(200);
    expect(await reason(next)).toBe('second');
  });

  test('is refused for an unknown version, and for an invalid hash', async () => {
    const server = await start();
    const unknown = `sha256:${'0'.repeat(64)}`;
    expect(outcome(await reload(server, { ruleset_hash: unknown }))).toEqual([404, 'ruleset_not_found']);
    for (const body of [
      { ruleset_hash: 'sha256:12' },
      { ruleset_hash: unknown, ruleset_yaml: always('deny', 'x') },
      { ruleset_yaml: always('deny', 'x'), version: 3 },
      { ruleset_hash: unknown, version: -1 },
    ]) {
      expect((await reload(server, body)).status).toBe(422);
    }
    expect(await reason(server)).toBe('first');
  });
});

describe('the number of a signed ruleset', () => {
  const numbered = (version: number, what: string): string =>
    `# version: ${version}\n${always('deny', what)}`;

  test('does not go down, and an unnumbered one does not bypass it, also after a restart', async () => {
    const key = createKey();
    const load = (on: ServiceProcess, yaml: string): Promise<Answer> =>
      reload(on, { ruleset_yaml: yaml, signature: key.signed(yaml) });
    const server = await start(key.setting);
    expect((await load(server, always('deny', 'unnumbered'))).status).toBe(200);
    expect((await load(server, numbered(5, 'five'))).status).toBe(200);
    const stale = [409, 'stale_version'];
    expect(outcome(await load(server, numbered(4, 'four')))).toEqual(stale);
    expect(outcome(await load(server, always('deny', 'unnumbered')))).toEqual(stale);
    expect((await load(server, numbered(5, 'five'))).status).toBe(200);
    await server.end('SIGKILL');
    const next = await start(key.setting);
    expect(await reason(next)).toBe('five');
    expect(outcome(await load(next, numbered(4, 'four')))).toEqual(stale);
    expect((await load(next, numbered(10, 'ten'))).status).toBe(200);
    await next.end();
    const free = await start({ ...key.setting, SERVICE_RELOAD_MONOTONIC: 'false' });
    expect((await load(free, numbered(4, 'four'))).status).toBe(200);
  });

  test('of a hash to go back to is signed with it, and made by the command line', async () => {
    const key = createKey();
    const server = await start(key.setting);
    const five = numbered(5, 'five');
    const six = numbered(6, 'six');
    const hash = (await reload(server, { ruleset_yaml: five, signature: key.signed(five) })).json[
      'ruleset_hash_after'
    ] as string;
    await reload(server, { ruleset_yaml: six, signature: key.signed(six) });
    expect(outcome(await reload(server, { ruleset_hash: hash }))).toEqual([400, 'signature_required']);
    const old = { ruleset_hash: hash, version: 5, signature: key.signed(`# version: 5\n${hash}\n`) };
    expect(outcome(await reload(server, old))).toEqual([409, 'stale_version']);
    expect(outcome(await reload(server, { ...old, version: 7 }))).toEqual([400, 'invalid_signature']);
    await writeFile(join(root, 'key.pem'), key.pem);
    const args = ['sign', hash, '--rule-version', '7', '--key', join(root, 'key.pem')];
    const signature = (await runCommand(args, {})).out.trim();
    expect((await reload(server, { ruleset_hash: hash, version: 7, signature })).status).toBe(200);
    expect(await reason(server)).toBe('five');
    expect(outcome(await reload(server, { ruleset_yaml: six, signature: key.signed(six) }))).toEqual([
      409,
      'stale_version',
    ]);
  });

  test('of a folder is at the head of its manifest', async () => {
    const key = createKey();
    const text = always('deny', 'folder');
    const folder = join(root, 'folder');
    await mkdir(folder);
    await writeFile(join(folder, 'a.yaml'), text);
    const server = await start(key.setting);
    const load = async (version: number): Promise<Answer> => {
      const files = [{ path: 'a.yaml', bytes: Buffer.from(text) }];
      const manifest = `# version: ${version}\n${writeManifest(files)}`;
      await writeFile(join(folder, MANIFEST_FILE), manifest);
      return reload(server, { ruleset_path: 'folder', signature: key.signed(manifest) });
    };
    expect((await load(2)).status).toBe(200);
    expect(outcome(await load(1))).toEqual([409, 'stale_version']);
    // Signing again keeps the number, or gives the one that is said.
    await writeFile(join(root, 'key.pem'), key.pem);
    const again = await runCommand(
      ['sign', folder, '--rule-version', '3', '--key', join(root, 'key.pem')],
      {},
    );
    const answer = await reload(server, { ruleset_path: 'folder', signature: again.out.trim() });
    expect(answer.status).toBe(200);
    const kept = await runCommand(['sign', folder, '--key', join(root, 'key.pem')], {});
    expect(kept.out).toBe(again.out);
    const wrong = await runCommand(
      ['sign', folder, '--rule-version', 'x', '--key', join(root, 'key.pem')],
      {},
    );
    expect(wrong.err).toContain('--rule-version must be a whole number');
    const file = join(folder, 'a.yaml');
    const onFile = await runCommand(
      ['sign', file, '--rule-version', '1', '--key', join(root, 'key.pem')],
      {},
    );
    expect(onFile.err).toContain('a file states its version in its first line');
  });

  test('holds for all servers of a database, and so does going back', async () => {
    const shared = await createPostgres();
    const key = createKey();
    const settings = { ...key.setting, ...shared.settings };
    const [a, b] = await Promise.all([start(settings), start(settings)]);
    const five = numbered(5, 'five');
    const six = numbered(6, 'six');
    const first = await reload(a, { ruleset_yaml: five, signature: key.signed(five) });
    const hash = first.json['ruleset_hash_after'] as string;
    await reload(a, { ruleset_yaml: six, signature: key.signed(six) });
    expect(outcome(await reload(b, { ruleset_yaml: five, signature: key.signed(five) }))).toEqual([
      409,
      'stale_version',
    ]);
    const back = { ruleset_hash: hash, version: 7, signature: key.signed(`# version: 7\n${hash}\n`) };
    expect((await reload(b, back)).status).toBe(200);
    for (const each of [a, b])
      await until(
        () => reason(each),
        (told) => told === 'five',
      );
    await a.end();
    await b.end();
    await shared.drop();
  });
});
