/** Cases that a starting service requests from its compiler. */
import { expect, it } from 'vitest';
import { ServiceError } from '../../library/errors.ts';
import type { SentByCase } from '../../library/node/suites/requests-beside.ts';
import { casesOfSuites } from '../../server/evaluation/main/cases-of-suites.ts';
import type { CompilerThread } from '../../server/evaluation/main/compiler-thread.ts';
import type { ProvidedRuleset } from '../../server/evaluation/protocol/protocol.ts';

type Compiler = Pick<CompilerThread, 'ask'>;

const compilerWith = (casesOf: (path: string) => readonly SentByCase[]): Compiler => ({
  ask: ((request: { readonly path: string }) =>
    Promise.resolve().then(() => casesOf(request.path))) as unknown as Compiler['ask'],
});

const provided = (identity: string, outcome: ProvidedRuleset['outcome']): ProvidedRuleset => ({
  name: identity,
  identity,
  fingerprint: '',
  others: { paths: [], stamps: '' },
  outcome,
  details: null,
});

const SENT: readonly SentByCase[] = [{ facts: [{ template: 'a', data: {} }], input: null }];
const loaded = { hash: 'sha256:1', name: 'gate', javascript: '' };
const echo = compilerWith((path) => [{ facts: [], input: path }]);

it('are those beside the mounted ruleset', async () => {
  const cases = await casesOfSuites({ ruleset: '/rules/gate.yaml', root: null }, 'sha256:0', [], echo);
  expect([...cases]).toEqual([['sha256:0', [{ facts: [], input: '/rules/gate.yaml' }]]]);
});

it('are those beside each ruleset that is preloaded and compiles', async () => {
  const preloaded = [provided('gate', loaded), provided('broken', { problem: 'it does not compile' })];
  const cases = await casesOfSuites({ ruleset: null, root: '/rules' }, null, preloaded, echo);
  expect([...cases]).toEqual([['sha256:1', [{ facts: [], input: '/rules/gate' }]]]);
});

it('are none when they are not read in time, and those of the other rulesets all the same', async () => {
  const compiler = compilerWith((path) => {
    if (path.endsWith('slow')) throw new ServiceError('evaluation_timeout', 'it took too long');
    return SENT;
  });
  const preloaded = [provided('slow', { ...loaded, hash: 'sha256:2' }), provided('gate', loaded)];
  const cases = await casesOfSuites({ ruleset: null, root: '/rules' }, null, preloaded, compiler);
  expect([...cases]).toEqual([
    ['sha256:2', []],
    ['sha256:1', SENT],
  ]);
});

it('end the start on a defect', async () => {
  const compiler = compilerWith(() => {
    throw new TypeError('a defect');
  });
  const started = casesOfSuites({ ruleset: '/rules/gate.yaml', root: null }, 'sha256:0', [], compiler);
  await expect(started).rejects.toThrow('a defect');
});
