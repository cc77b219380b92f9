/**
 * `npm run fuzz:slips -- --count N --seed S`: shipped rulesets as newcomers, spreadsheets and language models would write
 * them. `--all` takes every slip of every place, `--only TEXT` subjects and `--kind TEXT` kinds with the text in their names.
 */
import { parseArgs } from 'node:util';
import { readCorpus } from './corpus.ts';
import { fuzzSlips } from './fuzz.ts';
import { writeFigures } from './figures.ts';

const SEED_RANGE = 2 ** 31;
const USUAL_BUDGET_MS = 200;
const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '10000' },
    seed: { type: 'string' },
    budget: { type: 'string', default: String(USUAL_BUDGET_MS) },
    all: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    kind: { type: 'string', default: '' },
    root: { type: 'string', default: '.' },
  },
});
const seed = Number(values.seed ?? Date.now() % SEED_RANGE);
console.log(`seed ${seed}`);
const corpus = await readCorpus(values.root);
const result = fuzzSlips({
  subjects: corpus.filter(({ name }) => name.includes(values.only)),
  kind: values.kind,
  count: values.all ? null : Number(values.count),
  seed,
  budgetMs: Number(values.budget),
  onMutant: (subject, mutant, verdict) => {
    if (verdict.kind === 'different')
      console.log(`${mutant.kind}: ${subject.name}: ${mutant.slip}\n    ${verdict.shown}`);
  },
});
console.log(writeFigures(result.kinds));
process.exitCode = result.misread.length === 0 ? 0 : 1;
