/** Calls of assistants are ended at their limits, whatever they do. */
import { expect, it } from 'vitest';
import { createAuthorCalls, type AuthorCallOptions } from '../../../agents/mcp/author-calls.ts';
import { createQuotas } from '../../../server/quotas/quotas.ts';
import { limitsOf } from '../../../server/quotas/resources.ts';
import { readConfiguration } from '../../../server/settings/configuration.ts';
import { bundleFile } from '../../../library/node/package-root.ts';

function quotasOf(settings: Readonly<Record<string, string>>): AuthorCallOptions['quotas'] {
  const read = readConfiguration(settings);
  if (!read.ok) throw new Error(read.problems.join());
  const quotas = createQuotas(limitsOf(read.configuration));
  return { takeProcess: () => quotas.acquire('processes', { actor: 'mcp', connection: null }) };
}

const LIMITS: AuthorCallOptions = {
  file: bundleFile('author-worker.js'),
  timeoutMs: 30_000,
  memoryMb: 512,
  most: 1,
  quotas: quotasOf({}),
};
const CALL = { name: 'validate', args: { yaml: 'rules: []' }, root: '.' };

it('a call within its limits returns a result', async () => {
  const run = createAuthorCalls(LIMITS);
  expect(await run(CALL)).toMatchObject({ text: expect.stringContaining('diagnostics') as string });
  expect(await run({ ...CALL, args: {} })).toEqual({ problem: 'give either path or yaml' });
});

it('a call that takes too long is ended, and the next one succeeds', async () => {
  expect(await createAuthorCalls({ ...LIMITS, timeoutMs: 1 })(CALL)).toEqual({
    problem: 'the call took longer than 1 ms',
  });
});

it('a call that needs too much memory is ended', async () => {
  const many = Array.from(
    { length: 20_000 },
    (_, i) => `  - { name: t${i}, slots: [{ name: a, type: string }] }`,
  );
  const args = { yaml: `templates:\n${many.join('\n')}\n` };
  expect(await createAuthorCalls({ ...LIMITS, memoryMb: 16 })({ ...CALL, args })).toEqual({
    problem: 'the call needed more than 16 MB',
  });
});

it('calls beyond those that a token may have are refused, and there is room again when one ends', async () => {
  const quotas = quotasOf({ SERVICE_MAX_TOKEN_PROCESSES: '2' });
  const run = createAuthorCalls({ ...LIMITS, quotas });
  const answers = await Promise.all([run(CALL), run(CALL), run(CALL)]);
  expect(answers.map((answer) => 'text' in answer)).toEqual([true, true, false]);
  expect(answers[2]).toEqual({
    problem: 'this token is at its limit of 2 processes (SERVICE_MAX_TOKEN_PROCESSES); try again shortly',
  });
  expect('text' in (await run(CALL))).toBe(true);
});
