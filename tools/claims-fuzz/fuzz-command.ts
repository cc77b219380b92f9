/** `npm run fuzz:claims -- --count N --seed S`: what diff and properties claim of drawn rulesets, against brute force. */
import { parseArgs } from 'node:util';
import { fuzzClaims } from './fuzz.ts';

const SEED_RANGE = 2 ** 31;
const USUAL_BUDGET_MS = 5_000;
const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '200' },
    seed: { type: 'string' },
    budget: { type: 'string', default: String(USUAL_BUDGET_MS) },
  },
});
const seed = Number(values.seed ?? Date.now() % SEED_RANGE);
console.log(`seed ${seed}`);
const result = fuzzClaims({
  count: Number(values.count),
  seed,
  budgetMs: Number(values.budget),
  tell: (text) => console.log(text),
});
console.log(
  `pairs ${result.pairs}, of them differing ${result.differing}, found ${result.found}, proved equivalent ${result.proved}`,
);
console.log(
  `properties ${result.properties}, of them false ${result.false}, refuted ${result.refuted}, proved ${result.provedProperties}`,
);
const wrong = result.falselyProved + result.falselyDiffering + result.wrong;
console.log(`false claims ${wrong}`);
process.exitCode = wrong === 0 ? 0 : 1;
