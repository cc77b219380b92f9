// `npm run bench:package [ROUNDS]`: what the package weighs and how fast it is at work, in one run. Prints a table.
import { fileURLToPath } from 'node:url';
import { measureEvaluations } from './evaluations.mjs';
import { measureService } from './service.mjs';
import { measureSizes } from './sizes.mjs';
import { measureStarts } from './starts.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const rounds = Number(process.argv[2] ?? 15);

const rows = [
  ...(await measureSizes(root)),
  ...measureStarts(root, rounds),
  ...measureEvaluations(root, rounds),
  ...(await measureService(Math.min(3, rounds))),
];
console.log('| | Figure | |\n|---|---:|---|');
for (const row of rows) console.log(`| ${row.join(' | ')} |`);
