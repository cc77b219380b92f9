import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readConfiguration, type Configuration } from '../../server/settings/configuration.ts';
import type { Setting } from '../../server/settings/setting.ts';
import { describeEnvironment, SETTINGS } from '../../server/settings/settings.ts';
import { generateKeys } from '../../library/node/signing/keys.ts';

type Environment = Readonly<Record<string, string>>;

function configured(environment: Environment, options: Environment = {}): Configuration {
  const read = readConfiguration(environment, options);
  if (!read.ok) throw new Error(read.problems.join('\n'));
  return read.configuration;
}

function problems(environment: Environment, options: Environment = {}): readonly string[] {
  const read = readConfiguration(environment, options);
  return read.ok ? [] : read.problems;
}

test('without settings only this machine is served, on the shipped rulesets', () => {
  const { host, port, root, apiToken, ruleset, workers } = configured({});
  expect([host, port, apiToken, ruleset]).toEqual(['127.0.0.1', 8080, null, null]);
  expect(root).toMatch(/rulesets$/);
  expect(workers).toBeGreaterThanOrEqual(1);
});

test('an option wins over the environment', () => {
  expect(configured({ SERVICE_PORT: '1' }, { port: '2' }).port).toBe(2);
});

test('an empty root is none', () => {
  expect(configured({ SERVICE_RULESET_ROOT: '' }).root).toBeNull();
});

test.each([
  [{ SERVICE_PORT: 'x' }, 'SERVICE_PORT: must be a whole number'],
  [{ SERVICE_PORT: '' }, 'SERVICE_PORT: must be a whole number'],
  [{ SERVICE_PORT: '65536' }, 'SERVICE_PORT: must be at most 65535'],
  [{ SERVICE_WORKERS: '0' }, 'SERVICE_WORKERS: must be at least 1'],
  [{ SERVICE_MAX_BODY_BYTES: '-1' }, 'SERVICE_MAX_BODY_BYTES: must be a whole number'],
  [{ SERVICE_API_TOKEN: '' }, 'SERVICE_API_TOKEN: must not be empty; leave it out instead'],
  [{ SERVICE_ADMIN_TOKEN: 'a b' }, 'SERVICE_ADMIN_TOKEN: must be visible ASCII characters without spaces'],
  [
    { SERVICE_LOG_LEVEL: 'loud' },
    'SERVICE_LOG_LEVEL: must be one of trace, debug, info, warn, error, fatal, silent',
  ],
  [{ SERVICE_RULESET_ROOT: '/nowhere/at/all' }, 'SERVICE_RULESET_ROOT: is not a folder'],
  [{ SERVICE_RULESET: '/nowhere/at/all' }, 'SERVICE_RULESET: no such file or folder'],
  [
    { SERVICE_RULESET_PUBKEY: 'AAAA' },
    'SERVICE_RULESET_PUBKEY: must be an Ed25519 public key, PEM or base64 of 32 bytes',
  ],
  [{ SERVICE_RULESET_PUBKEY_FILE: '/nowhere/at/all' }, 'SERVICE_RULESET_PUBKEY_FILE: cannot be read'],
])('%j is refused in one line', (environment, problem) => {
  expect(problems(environment)).toEqual([problem]);
});

test('every problem is reported', () => {
  expect(problems({ SERVICE_PORT: 'x', SERVICE_WORKERS: 'y' }, { port: 'z' })).toEqual([
    '--port: must be a whole number',
    'SERVICE_WORKERS: must be a whole number',
  ]);
});

test('metrics on a port of their own are for this machine alone unless an address is given', () => {
  const open = {
    SERVICE_HOST: '0.0.0.0',
    SERVICE_API_TOKEN: 'a-token-long-enough',
    SERVICE_METRICS_PORT: '1',
  };
  const hostOf = (environment: Readonly<Record<string, string>>): unknown => {
    const read = readConfiguration(environment);
    return read.ok && read.configuration.access.metrics?.host;
  };
  expect(hostOf(open)).toBe('127.0.0.1');
  expect(hostOf({ ...open, SERVICE_METRICS_HOST: '10.0.0.1' })).toBe('10.0.0.1');
});

describe('without a token', () => {
  test.each(['0.0.0.0', '::', '192.168.1.1', 'example.org', '127.0.0.1.example.org'])(
    '%s is refused',
    (host) => {
      expect(problems({ SERVICE_HOST: host })).toHaveLength(1);
      expect(problems({ SERVICE_HOST: host, SERVICE_API_TOKEN: 't' })).toEqual([]);
    },
  );

  test.each(['127.0.0.1', '127.1.2.3', '::1', 'localhost'])('%s is taken', (host) => {
    expect(configured({ SERVICE_HOST: host }).host).toBe(host);
  });
});

describe('the public key', () => {
  const { publicKey } = generateKeys();

  test('is taken as PEM, as base64 or from a file', async () => {
    const bytes = configured({ SERVICE_RULESET_PUBKEY: publicKey }).publicKey!;
    expect(bytes).toHaveLength(32);
    const base64 = Buffer.from(bytes).toString('base64');
    expect(configured({ SERVICE_RULESET_PUBKEY: base64 }).publicKey).toEqual(bytes);
    const folder = await mkdtemp(join(tmpdir(), 'ferrule-key-'));
    const file = join(folder, 'key.pub');
    await writeFile(file, publicKey);
    expect(configured({ SERVICE_RULESET_PUBKEY_FILE: file }).publicKey).toEqual(bytes);
    expect(problems({ SERVICE_RULESET_PUBKEY_FILE: file, SERVICE_RULESET_PUBKEY: base64 })).toHaveLength(1);
    await rm(folder, { recursive: true });
  });

  test('of another kind is refused', () => {
    expect(
      problems({ SERVICE_RULESET_PUBKEY: generateKeys().privateKey.replace('MC4', 'MC5') }),
    ).toHaveLength(1);
  });
});

test('a misspelt setting is warned of, with what is meant', () => {
  const read = readConfiguration({ SERVICE_ADMIN_TOKN: 'x', OTHER: 'y' });
  expect(read).toMatchObject({
    warnings: ['SERVICE_ADMIN_TOKN is not a setting; did you mean SERVICE_ADMIN_TOKEN?'],
  });
});

test('the table of settings, its page and the help agree', async () => {
  const page = await readFile(new URL('../../docs/reference/configuration.md', import.meta.url), 'utf8');
  const rows = (Object.entries(SETTINGS) as [string, Setting][]).map(([name, row]) => {
    const option = row.option === null ? '' : `\`--${row.option}\``;
    const fallback = row.default === null ? '' : `\`${row.default}\``;
    return `| \`${name}\` | ${option} | ${fallback} | ${row.description} |`;
  });
  expect(page.split('\n').filter((line) => line.startsWith('| `'))).toEqual(rows);
  const help = describeEnvironment();
  for (const [name, { option }] of Object.entries(SETTINGS))
    expect(help.includes(`${name}=`)).toBe(option === null);
});
