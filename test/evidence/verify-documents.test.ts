/** `ferrule verify` on a token of a request with a document. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { runCli, type CliRun } from '../cli/run-cli.ts';
import { startTestService } from '../server/support/service.ts';

/** A ruleset of documents, and facts beside them. */
const RULES = `
templates: { role: { name: string } }
rules:
  small:
    allow: at most 10
    if: input.amount <= 10 and role.name == "clerk"
    attestation: true
`;
const CLERK = { template: 'role', data: { name: 'clerk' } };
const DOCUMENT = { amount: 3 };

let folder = '';
const at = (name: string): string => join(folder, name);

/** Verifies the token; arguments that are not options are files of the folder. */
const verify = (...words: string[]): Promise<CliRun> =>
  runCli([
    ...['verify', `@${at('token')}`, '--key', at('attestation.pub'), '--ruleset', at('rules.yaml')],
    ...words.map((word) => (word.startsWith('--') ? word : at(word))),
  ]);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ferrule-verify-'));
  await runCli(['keygen', '--for', 'attestation', '--out', folder]);
  const key = { SERVICE_WORKERS: '1', SERVICE_ATTESTATION_KEY_FILE: at('attestation.key') };
  const service = await startTestService({ 'rules.yaml': RULES }, key);
  const sent = { ruleset: 'rules.yaml', facts: [CLERK], input: DOCUMENT };
  const { json } = await service.post('/v1/evaluate', sent);
  expect(json).toMatchObject({ decision: 'allow' });
  await service.close();
  await writeFile(at('token'), String(json['attestation_token']));
  await writeFile(at('rules.yaml'), RULES);
  await writeFile(at('request.json'), JSON.stringify({ facts: [CLERK], input: DOCUMENT }));
  await writeFile(at('clerk.json'), JSON.stringify([CLERK]));
  await writeFile(at('document.json'), JSON.stringify(DOCUMENT));
  await writeFile(at('other.json'), '{ "amount": 4 }');
  return () => rm(folder, { recursive: true });
});

test.each([
  [['--facts', 'request.json'], ['request.json']],
  [
    ['--facts', 'clerk.json', '--input', 'document.json'],
    ['document.json', 'clerk.json'],
  ],
])('%j holds', async (words, files) => {
  const { code, err } = await verify(...words);
  expect([code, err.split('\n').at(-2)]).toEqual([
    0,
    `holds: input_hash is that of ${files.map(at).join(' and ')}`,
  ]);
});

test.each([
  [['--facts', 'clerk.json']],
  [['--input', 'document.json']],
  [['--facts', 'clerk.json', '--input', 'other.json']],
])('%j is not what was decided', async (words) => {
  const { code, err } = await verify(...words);
  expect([code, err]).toEqual([1, expect.stringContaining('DOES NOT HOLD: input_hash is that of')]);
});

test.each([
  [
    ['--facts', 'request.json', '--input', 'document.json'],
    2,
    'the document is in --facts: leave out --input',
  ],
  [['--memory', 'request.json'], 1, 'invalid facts: expected facts only, found `input`'],
  [['--input', 'none.json'], 1, 'none.json'],
])('%j is refused', async (words, exit, message) => {
  const { code, err } = await verify(...words);
  expect([code, err]).toEqual([exit, expect.stringContaining(message)]);
  expect(err).not.toContain('input_hash');
});
