/** `npm run fuzz:short -- --count N --seed S --clips`: drawn short rules against a reference in three-valued logic. */
import { parseArgs } from 'node:util';
import { findClips } from '../../library/node/clips/clips-binary.ts';
import { fuzzShort } from './fuzz.ts';

const SEED_RANGE = 2 ** 31;
const USAGE_ERROR = 2;
const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '2000' },
    seed: { type: 'string' },
    documents: { type: 'string', default: '25' },
    clips: { type: 'boolean', default: false },
  },
});
const seed = Number(values.seed ?? Date.now() % SEED_RANGE);
const clips = values.clips ? await findClips() : null;
if (values.clips && clips === null) {
  console.error('No CLIPS found: install clips or name one in FERRULE_CLIPS');
  process.exit(USAGE_ERROR);
}
console.log(`seed ${seed}${clips === null ? '' : `, CLIPS ${clips.version}`}`);
let told = 0;
const result = await fuzzShort({
  count: Number(values.count),
  seed,
  documents: Number(values.documents),
  clips: clips ?? null,
  tell: (text) => {
    if (told++ < 5) console.log(text);
  },
});
const refused = [...result.refusedConditions].map(([code, count]) => `${count} ${code}`).join(', ');
console.log(`conditions ${result.conditions}, refused by the compiler: ${refused || 'none'}`);
console.log(
  `evaluations ${result.evaluations}, documents refused ${result.refusedDocuments}, differing ${result.differing}`,
);
console.log(`members left out ${result.smaller}, opened ${result.opened}`);
if (clips !== null)
  console.log(`traces judged ${result.judged} with ${result.firings} firings, differing ${result.misjudged}`);
process.exitCode = result.differing + result.opened + result.misjudged === 0 ? 0 : 1;
