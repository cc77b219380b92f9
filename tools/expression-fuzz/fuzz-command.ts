/** `npm run fuzz:expressions -- --count N --seed S`: drawn expressions, their values and types against real CLIPS. */
import { parseArgs } from 'node:util';
import { findClips } from '../../library/node/clips/clips-binary.ts';
import { fuzzExpressions } from './fuzz.ts';

const SEED_RANGE = 2 ** 31;
const { values } = parseArgs({
  options: { count: { type: 'string', default: '10000' }, seed: { type: 'string' } },
});
const count = Number(values.count);
const seed = Number(values.seed ?? Date.now() % SEED_RANGE);
const clips = await findClips();
if (clips === null) {
  console.error('no CLIPS found: FERRULE_CLIPS names the binary, else clips on the PATH');
  process.exitCode = 2;
} else {
  console.log(`CLIPS ${clips.version}, seed ${seed}`);
  const { compared, errors, stricter, crashes, overflows, mismatches } = await fuzzExpressions({
    count,
    seed,
    clips,
  });
  for (const { text, clips: expected, ferrule } of mismatches) {
    console.log(`${text}\n  CLIPS: ${expected}\n  ferrule: ${ferrule}`);
  }
  console.log(`expressions ${compared}, of them errors ${errors}, refused by the checker ${stricter}`);
  console.log(`crashes of CLIPS ${crashes}\noverflows ${overflows}\nmismatches ${mismatches.length}`);
  process.exitCode = mismatches.length === 0 ? 0 : 1;
}
