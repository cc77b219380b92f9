import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testCommand } from '../../cli/test.ts';
import { rulesetFolder, runHere, type Folder } from './run-tests.ts';

const page = await readFile('docs/guides/testing.md', 'utf8');
const [rules = '', suite = '', slips = '', session = '', spend = '', spending = '', ...others] = [
  ...page.matchAll(/^```yaml\n([^]*?)^```$/gm),
].map(([, text]) => text!);
/** Printed output of each command of the page. */
const printed = [...page.matchAll(/^```\n\$ ferrule (.*)\n([^]*?)^```$/gm)].map(
  ([, words = '', out = '']) => ({ words, out }),
);

let folder: Folder;
beforeAll(async () => {
  folder = await rulesetFolder();
  await folder.write('transfers/rules.yaml', rules);
  await folder.write('transfers/transfers.test.yaml', suite);
  await folder.write('slips/slips.test.yaml', slips);
  const [payments = '', properties = ''] = others;
  await folder.write('spend/rules.yaml', spend);
  await folder.write('spend/spend.test.yaml', spending);
  await folder.write('pay/rules.yaml', payments);
  await folder.write('pay/payments.test.yaml', properties);
});
afterAll(() => folder.remove());

const untimed = (text: string): string =>
  text
    .replace(/in \d+ ms/g, 'in N ms')
    // Drawing ends after some seconds, too.
    .replace(/not refuted in [\d,]+ requests/g, 'not refuted in N requests')
    .replace(/"duration_ms":[\d.]+/g, '"duration_ms":0');

/** Runs a command of the page in the folder that it speaks of. */
async function runOfPage(words: string): Promise<string> {
  const given = words
    .split(' ')
    .map((word) =>
      ['transfers', 'slips', 'spend', 'pay'].includes(word)
        ? join(folder.path, word)
        : word.replaceAll("'", ''),
    );
  const { out } = await runHere(...given);
  return untimed(out.replaceAll(`${folder.path}/`, ''));
}

it('the page on testing shows what is printed', async () => {
  expect(printed.map(({ words }) => words.split(' ')[0])).toEqual(Array.from({ length: 9 }, () => 'test'));
  // After the second command the rule is fixed, for the page's coverage too.
  const isMended = ({ words }: (typeof printed)[number], i: number): boolean =>
    i === 1 || /--(?:coverage|mutate)/.test(words);
  for (const { words, out } of printed.filter((one, i) => !isMended(one, i)))
    expect(await runOfPage(words)).toBe(untimed(out));
  await folder.write('transfers/rules.yaml', rules.replace('at_least(5000)', 'at_least(1000)'));
  for (const { words, out } of printed.filter(isMended)) expect(await runOfPage(words)).toBe(untimed(out));
  await folder.write('transfers/transfers.test.yaml', session);
  expect((await runHere('test', join(folder.path, 'transfers'))).code).toBe(0);
});

it('the page on testing has every option', () => {
  const named = [...page.matchAll(/^\| `--([a-z]+)/gm)].map(([, name]) => name);
  expect(named.sort()).toEqual(Object.keys(testCommand.options).sort());
});
