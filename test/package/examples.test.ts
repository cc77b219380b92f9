/** The examples of the pages in TypeScript, run in a project that has the packed library installed. */
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ModuleKind, ScriptTarget, transpileModule } from 'typescript';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ACCESS } from '../server/support/rulesets.ts';
import { startTestService, TOKEN, type TestService } from '../server/support/service.ts';
import { examplesOf, installLibrary, pack, type Consumer } from './packed.ts';

let consumer: Consumer;
let tarball: string;
let service: TestService;
beforeAll(async () => {
  tarball = await pack();
  consumer = await installLibrary(tarball);
  const rulesets = join(consumer.folder, 'rulesets');
  await cp('rulesets', rulesets, { recursive: true });
  await mkdir(join(rulesets, 'access'));
  // Facts of a fleet are not for an engine of one process.
  const ofProcess = ACCESS.replace(/ {2}- name: fleet-fact\n(?: {4}.*\n)+/, '');
  await writeFile(join(rulesets, 'access', 'rules.yaml'), ofProcess);
  await cp('examples/agents/policy.yaml', join(consumer.folder, 'policy.yaml'));
  service = await startTestService({ 'access.yaml': ACCESS, 'teams/red.yaml': ACCESS });
  await service.post('/v1/sessions', { ruleset: 'access', session_id: 's1' });
});
afterAll(async () => {
  await service.close();
  await consumer.remove();
  await rm(dirname(tarball), { recursive: true, force: true });
});

/** Page, number of the example, what is printed behind it, and what all of it prints. */
it.each<readonly [string, number, string, string | RegExp]>([
  ['README.md', 0, 'decision, reason, ruleTrace', 'deny default decision (no rules fired) []\n'],
  ['docs/reference/library.md', 0, 'decision, reason', 'allow u1 may\n'],
  ['docs/reference/library.md', 1, 'engine.count("agent")', '1\n'],
  ['docs/reference/library.md', 2, '', /^sha256:[0-9a-f]{64} \d{3,} \d{2,}\n\n$/],
  ['docs/guides/agents.md', 0, '', 'deny default decision (no rules fired)\n\n'],
  ['docs/reference/client.md', 0, '', 'allow ann may\n\n'],
  ['docs/reference/client.md', 1, 'result.decision, facts', 'allow 0\n'],
])('%s: example %i does what it says', async (page, number, shown, output) => {
  const example = (await examplesOf(page))[number] ?? '';
  const here = example
    .replace('http://127.0.0.1:8080', service.url)
    .replace(/'the token of [a-z ]+'/, JSON.stringify(TOKEN));
  const { outputText } = transpileModule(here, {
    compilerOptions: { module: ModuleKind.ESNext, target: ScriptTarget.ES2022 },
  });
  await writeFile(join(consumer.folder, 'example.mjs'), `${outputText}\nconsole.log(${shown});\n`);
  const printed = await consumer.run(process.execPath, 'example.mjs');
  if (typeof output === 'string') expect(printed).toBe(output);
  else expect(printed).toMatch(output);
});
