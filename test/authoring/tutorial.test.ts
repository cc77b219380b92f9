import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { runPage, untimed, type Run } from './shell-page.ts';
import { FULL } from '../full.ts';

const PAGE = 'docs/start/tutorial.md';

interface Workflow {
  readonly jobs: { readonly policy: { readonly steps: readonly { readonly run?: string }[] } };
}

async function stepsOf(page: string): Promise<readonly string[]> {
  const [workflow = ''] = [...page.matchAll(/^```yaml\n(name: policy\n[^]*?)^```$/gm)].map(
    ([, text]) => text ?? '',
  );
  const { jobs } = parse(workflow) as Workflow;
  return jobs.policy.steps.flatMap(({ run = '' }) => (run.startsWith('ferrule ') ? [run] : []));
}

// Minutes of commands: a plain run tries each command in its own folder, and readers' first steps in test/walk.
it.runIf(FULL)('the tutorial shows what is printed, and its check passes', async () => {
  const steps = await stepsOf(await readFile(PAGE, 'utf8'));
  expect(steps.map((step) => step.split(' ')[1])).toEqual([
    'fmt',
    'validate',
    'test',
    'test',
    'test',
    'analyze',
    'diff',
  ]);
  // How many are found depends on how fast they are looked for.
  const counted = (text: string): string =>
    untimed(text).replace(/(?<=compared: |same, |found in )[\d,]+|[\d,]+(?= compared| not compared)/g, 'N');
  await runPage(PAGE, counted, async (run: Run) => {
    for (const step of steps) {
      const here = step.replace('origin/${{ github.base_ref }}', 'main');
      const told = await run(`${here} > told 2>&1; echo $?; cat told`);
      const [code, ...lines] = told.split('\n');
      expect(`${here}: ${code}`, lines.join('\n')).toBe(`${here}: 0`);
    }
  });
});
