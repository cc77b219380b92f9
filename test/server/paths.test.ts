import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { always } from './support/rulesets.ts';
import { startTestService, type Reply, type TestService } from './support/service.ts';

let service: TestService;
let outside: string;

beforeAll(async () => {
  outside = await mkdtemp(join(tmpdir(), 'ferrule-outside-'));
  await writeFile(join(outside, 'secret.yaml'), always('allow', 'secret'));
  service = await startTestService({
    'inside.yaml': always('allow', 'inside'),
    'sub/a.yaml': always('deny', 'sub'),
  });
  const { root } = service;
  await writeFile(join(root, '../beside.yaml'), always('allow', 'beside'));
  await symlink(join(outside, 'secret.yaml'), join(root, 'link.yaml'));
  await symlink(outside, join(root, 'folder-link'));
  await symlink('../beside.yaml', join(root, 'relative-link.yaml'));
  await symlink('inside.yaml', join(root, 'good-link.yaml'));
  await mkdir(join(root, 'mixed'));
  await symlink(join(outside, 'secret.yaml'), join(root, 'mixed/a.yaml'));
});
afterAll(async () => {
  await service.close();
  await rm(outside, { recursive: true });
});

function evaluate(ruleset: string): Promise<Reply> {
  return service.post('/v1/evaluate', { ruleset, facts: [{ template: 'input', data: {} }] });
}

describe('a ruleset is never found outside the root', () => {
  const names = (): string[] => [
    '..',
    '../beside.yaml',
    '../beside',
    'sub/../../beside.yaml',
    './../beside.yaml',
    '..\\beside.yaml',
    'sub/..\\..\\beside.yaml',
    `${service.root}/inside.yaml`,
    join(outside, 'secret.yaml'),
    '/etc/passwd',
    '//etc/passwd',
    'inside.yaml\u0000',
    'inside.yaml\u0000.yaml',
    'in\nside.yaml',
    '',
    'link.yaml',
    'link',
    'folder-link/secret.yaml',
    'folder-link',
    'relative-link.yaml',
  ];

  test('whatever the name', async () => {
    for (const name of names()) {
      const { status, json, text } = await evaluate(name);
      expect([name, status, json['error']]).toEqual([name, 400, 'invalid_ruleset_path']);
      expect(text).not.toContain('/tmp');
    }
  });

  test.each([
    '%2e%2e/beside.yaml',
    '..%2fbeside.yaml',
    '%252e%252e/x',
    '~',
    '~/x',
    'C:',
    'x'.repeat(1000),
    '💥',
    'a:b',
  ])('nor by the name %s, which is only a name', async (name) => {
    const { status, json } = await evaluate(name);
    expect([status, json['error']]).toEqual([404, 'ruleset_not_found']);
  });

  test('not through a link inside a folder', async () => {
    const { status, json, text } = await evaluate('mixed');
    expect([status, json['error']]).toEqual([400, 'invalid_ruleset_path']);
    expect(text).not.toContain('/tmp');
    const onData = await service.post('/v1/data/mixed', { input: {} });
    expect([onData.status, onData.json['code']]).toEqual([400, 'invalid_parameter']);
  });

  test.each([
    '../beside',
    '%2e%2e/beside',
    '..%2fbeside',
    '%2e%2e%2fbeside',
    '%2Fetc%2Fpasswd',
    'inside%00',
    'link/allow',
  ])('nor by the path %s of the Data API', async (path) => {
    const { status, json } = await service.post(`/v1/data/${path}`, { input: {} });
    expect([200, 400, 404]).toContain(status);
    expect(json).not.toHaveProperty('result');
  });
});

test('a link that stays inside is followed', async () => {
  expect((await evaluate('good-link.yaml')).json['reason']).toBe('inside');
});

test('the root itself is a ruleset like any folder', async () => {
  const own = await startTestService({ 'a.yaml': always('allow', 'whole root') });
  const body = { ruleset: '.', facts: [{ template: 'input', data: {} }] };
  expect((await own.post('/v1/evaluate', body)).json['reason']).toBe('whole root');
  await own.close();
});
