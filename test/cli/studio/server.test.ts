/** The offline server of the studio: files only for the secret, for its own page, and below PATH. */
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startStudio, type StudioProcess } from '../../studio/studio-page.ts';
import { runCli } from '../run-cli.ts';

const POLICY = 'rules:\n  r:\n    allow: ok\n    if: input.a == 1\n';

let folder: string;
let studio: StudioProcess;
let base: string;
let key: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ferrule-studio-'));
  await mkdir(join(folder, 'policy'));
  await writeFile(join(folder, 'policy/policy.yaml'), POLICY);
  await writeFile(join(folder, 'outside.yaml'), 'secret: true\n');
  await symlink(join(folder, 'outside.yaml'), join(folder, 'policy/link.yaml'));
  await symlink(folder, join(folder, 'policy/up'));
  studio = await startStudio(join(folder, 'policy'));
  const url = new URL(studio.url);
  base = url.origin;
  key = url.hash.split('key=')[1] ?? '';
});
afterAll(async () => {
  await studio.end();
  await rm(folder, { recursive: true });
});

const authorized = () => ({ authorization: `Bearer ${key}` });

async function put(path: string, text: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${base}/api/file?path=${encodeURIComponent(path)}`, {
    method: 'PUT',
    headers: { ...authorized(), ...headers },
    body: text,
  });
}

/** A request with any headers, `Host` included. */
async function statusOf(path: string, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(base + path, { headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });
}

test('lists the files of the ruleset; a link that leads outside is not among them', async () => {
  const response = await fetch(`${base}/api/files`, { headers: authorized() });
  const { ruleset, rulesets, files } = (await response.json()) as {
    ruleset: string;
    rulesets: string[];
    files: { path: string; text: string }[];
  };
  expect({ ruleset, rulesets }).toEqual({ ruleset: 'policy', rulesets: ['policy'] });
  expect(files.map(({ path, text }) => ({ path, text }))).toEqual([{ path: 'policy.yaml', text: POLICY }]);
});

test('tells the page that it is offline', async () => {
  const response = await fetch(`${base}/mode.json`);
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(await response.json()).toEqual({ mode: 'offline' });
});

test.each([
  ['no key', {}],
  ['another key', { authorization: 'Bearer other' }],
])('401 with %s, for every request for files', async (_name, headers) => {
  for (const path of ['/api/files', '/api/file?path=policy.yaml'])
    expect(await statusOf(path, headers)).toBe(401);
});

test('403 for a page of another origin and for another host', async () => {
  expect(await statusOf('/api/files', { ...authorized(), origin: 'https://evil.example' })).toBe(403);
  expect(await statusOf('/api/files', { ...authorized(), origin: 'null' })).toBe(403);
  expect(await statusOf('/api/files', { ...authorized(), host: 'evil.example' })).toBe(403);
  expect(await statusOf('/', { host: 'evil.example' })).toBe(403);
});

test.each([
  '../outside.yaml',
  '/etc/passwd.yaml',
  'link.yaml',
  'up/outside.yaml',
  '.hidden.yaml',
  'a.txt',
  'a\\b.yaml',
])('403 for %s, and nothing is written', async (path) => {
  const query = encodeURIComponent(path);
  expect(await statusOf(`/api/file?path=${query}`, authorized())).toBe(403);
  expect((await put(path, 'changed')).status).toBe(403);
  expect(await readFile(join(folder, 'outside.yaml'), 'utf8')).toBe('secret: true\n');
});

test('saves with the ETag of what was read; 409 with another one, and nothing is lost', async () => {
  const read = await fetch(`${base}/api/file?path=policy.yaml`, { headers: authorized() });
  const etag = read.headers.get('etag') ?? '';
  expect(await read.text()).toBe(POLICY);
  expect((await put('policy.yaml', 'x', { 'if-match': '"other"' })).status).toBe(409);
  expect((await put('policy.yaml', 'x')).status).toBe(409);
  expect(await readFile(join(folder, 'policy/policy.yaml'), 'utf8')).toBe(POLICY);
  const saved = await put('policy.yaml', `# saved\n${POLICY}`, { 'if-match': etag });
  expect(saved.status).toBe(204);
  expect(await readFile(join(folder, 'policy/policy.yaml'), 'utf8')).toBe(`# saved\n${POLICY}`);
  expect((await put('policy.yaml', POLICY, { 'if-match': saved.headers.get('etag') ?? '' })).status).toBe(
    204,
  );
  expect((await readdir(join(folder, 'policy'))).filter((name) => name.endsWith('.tmp'))).toEqual([]);
});

test('a new file is created only where none exists', async () => {
  expect((await put('new.test.yaml', 'suite: new\n')).status).toBe(204);
  expect((await put('new.test.yaml', 'suite: other\n')).status).toBe(409);
  expect((await put('missing/new.yaml', 'x')).status).toBe(404);
  expect(await readFile(join(folder, 'policy/new.test.yaml'), 'utf8')).toBe('suite: new\n');
  await rm(join(folder, 'policy/new.test.yaml'));
});

test('reads the ruleset at a Git ref, and refuses other refs', async () => {
  const git = (...words: string[]) => execFileSync('git', words, { cwd: folder, encoding: 'utf8' });
  git('init', '-q');
  git('add', 'policy/policy.yaml');
  git('-c', 'user.name=t', '-c', 'user.email=t@example.org', 'commit', '-qm', 'first');
  const at = async (ref: string) =>
    fetch(`${base}/api/git?ref=${encodeURIComponent(ref)}`, { headers: authorized() });
  expect(await (await at('HEAD')).json()).toEqual({ files: [{ path: 'policy.yaml', text: POLICY }] });
  for (const ref of ['', 'missing', '--help', '-h', 'HEAD..HEAD', 'HEAD:policy', '$(id)', 'a b'])
    expect((await at(ref)).status, ref).toBe(404);
  expect(await statusOf('/api/git?ref=HEAD', {})).toBe(401);
});

test('413 for more than a file may hold', async () => {
  const response = await put('policy.yaml', 'x'.repeat(6_000_000)).catch(() => null);
  if (response !== null) expect(response.status).toBe(413);
  expect(await readFile(join(folder, 'policy/policy.yaml'), 'utf8')).toBe(POLICY);
});

test('404 for other paths, and the page has a policy without inline or evaluated scripts', async () => {
  for (const path of ['/missing.js', '/../package.json', '/api/other', '/c/../../cli.js'])
    expect(await statusOf(path, authorized())).toBe(404);
  const page = await fetch(`${base}/`);
  const policy = page.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain('unsafe');
});

test('a path without a ruleset, two paths and an invalid port are refused', async () => {
  const empty = join(folder, 'empty');
  await mkdir(empty);
  expect(await runCli(['studio', empty])).toMatchObject({
    code: 1,
    err: expect.stringContaining('holds no ruleset'),
  });
  expect(await runCli(['studio', join(folder, 'none')])).toMatchObject({
    code: 1,
    err: expect.stringContaining('does not exist'),
  });
  expect(await runCli(['studio', 'a', 'b'])).toMatchObject({ code: 2 });
  expect(await runCli(['studio', '.', '--port', '70000'])).toMatchObject({ code: 2 });
});
