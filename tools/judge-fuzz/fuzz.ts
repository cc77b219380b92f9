import { findClips, type Clips } from '../../library/node/clips/clips-binary.ts';
import { judgedFeatures } from '../judge/features.ts';
import { readFuzzOptions, SEED_RANGE, type FuzzOptions } from './fuzz-options.ts';
import { judgeBudgets } from '../budget-fuzz/judge-budgets.ts';
import { writeSample } from '../judge/files.ts';
import { drawPrograms, judgeRuns, LONG, shrink, type Verdict } from '../judge/judge.ts';
import { drawShortPrograms, SHORT, shortCase } from '../short-fuzz/short-program.ts';
import { programCase } from '../judge/program.ts';
import { explain } from '../judge/report.ts';
import { runFerrule } from '../judge/run-ferrule.ts';

const BATCH = 100;
/** One program in this many is of short rules over a document. */
const SHORT_EVERY = 5;
/** One program in this many has budgets, in addition. */
const BUDGETS_EVERY = 10;
const USAGE_ERROR = 2;

interface Tally {
  programs: number;
  compared: number;
  mismatches: number;
  /** Firings of CLIPS in all compared runs: that programs do something. */
  firings: number;
  /** Compared programs by the kind of CLIPS' answer. */
  readonly kinds: Map<string, number>;
  /** Programs without a comparison, by cause. */
  readonly skipped: Map<string, number>;
}

function skipCause(verdict: Verdict): string {
  for (const answer of [verdict.ferrule, verdict.clips]) {
    if (answer.kind !== 'none') continue;
    const code = /^\S+?(?=:)|\[\w+\]/.exec(answer.problem)?.[0] ?? '';
    return `${answer.cause} ${code}`.trim();
  }
  return 'unknown';
}

function increment(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function firings({ clips }: Verdict): number {
  return clips.kind === 'answered'
    ? clips.phases.reduce((sum, { ruleTrace }) => sum + ruleTrace.length, 0)
    : 0;
}

function count(tally: Tally, verdicts: readonly Verdict[]): void {
  for (const verdict of verdicts) {
    tally.programs++;
    if (verdict.difference) tally.mismatches++;
    if (verdict.compared) {
      tally.compared++;
      tally.firings += firings(verdict);
      increment(tally.kinds, verdict.clips.kind);
    } else increment(tally.skipped, skipCause(verdict));
  }
}

function listed(counts: ReadonlyMap<string, number>): string {
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([key, n]) => `\n  ${n} ${key}`)
    .join('');
}

function write(line: string): void {
  process.stdout.write(line + '\n');
}

/** Shrinks, prints and saves a failing program. */
async function showFailure({ verdict }: { readonly verdict: Verdict }, save: string | null): Promise<void> {
  write(explain(verdict));
  if (save === null || verdict.constructs === null) return;
  await writeSample(save, verdict.judged, verdict.constructs, verdict.clips);
  write(`saved as sample ${save}`);
}

/** Draws and judges batch after batch; while CLIPS evaluates one batch, ferrule evaluates the next. */
async function fuzz(clips: Clips, options: FuzzOptions): Promise<Tally> {
  const features = judgedFeatures(options.features, clips.version);
  const tally: Tally = {
    programs: 0,
    compared: 0,
    mismatches: 0,
    firings: 0,
    kinds: new Map(),
    skipped: new Map(),
  };
  let pending: Promise<boolean> = Promise.resolve(true);
  for (let at = 0; at < options.programs; at += BATCH) {
    const seed = (options.seed + at / BATCH) % SEED_RANGE;
    const size = Math.min(BATCH, options.programs - at);
    const ofDocuments = options.features.includes('documents') ? Math.floor(size / SHORT_EVERY) : 0;
    const programs = drawPrograms(seed, size - ofDocuments, features);
    const shorts = drawShortPrograms(seed, ofDocuments);
    const cases = [...programs.map(programCase), ...shorts.map(shortCase)];
    const runs = [];
    for (const judged of cases) runs.push(await runFerrule(judged));
    if (!(await pending)) return tally;
    pending = judgeRuns(clips, cases, runs).then(async (verdicts) => {
      const before = tally.mismatches;
      count(tally, verdicts);
      if (options.features.includes('budgets')) await fuzzBudgets(clips, seed, size, tally);
      write(
        `seed ${seed}: ${tally.programs} programs, ${tally.compared} compared, ${tally.mismatches} mismatches`,
      );
      const index = verdicts.findIndex(({ difference }) => difference !== null);
      if (index >= 0 && before === 0) {
        const [long, short] = [programs[index], shorts[index - programs.length]];
        if (long !== undefined) await showFailure(await shrink(clips, long, LONG), options.save);
        if (short !== undefined) await showFailure(await shrink(clips, short, SHORT), options.save);
      }
      return options.keepGoing || tally.mismatches === 0;
    });
  }
  await pending;
  return tally;
}

/** Decisions on budgets are counted as programs. */
async function fuzzBudgets(clips: Clips, seed: number, size: number, tally: Tally): Promise<void> {
  const { decisions, compared, differences } = await judgeBudgets(
    clips,
    seed,
    Math.ceil(size / BUDGETS_EVERY),
  );
  tally.programs += decisions;
  tally.compared += compared;
  tally.mismatches += differences.length;
  tally.kinds.set('decisions on budgets', (tally.kinds.get('decisions on budgets') ?? 0) + compared);
  const [first] = differences;
  if (first !== undefined) write(first);
}

async function main(): Promise<void> {
  const options = readFuzzOptions(process.argv.slice(2));
  if ('text' in options) {
    write(options.text);
    process.exitCode = options.isError ? USAGE_ERROR : 0;
    return;
  }
  const clips = await findClips();
  if (!clips) {
    write('No CLIPS found: install clips or name one in FERRULE_CLIPS');
    process.exitCode = USAGE_ERROR;
    return;
  }
  write(
    `CLIPS ${clips.version}, features: ${judgedFeatures(options.features, clips.version).join(', ') || 'none'}`,
  );
  const tally = await fuzz(clips, options);
  write(`programs ${tally.programs}`);
  write(`compared ${tally.compared} (${tally.firings} firings)${listed(tally.kinds)}`);
  write(`skipped ${tally.programs - tally.compared}${listed(tally.skipped)}`);
  write(`mismatches ${tally.mismatches}`);
  write(`seed ${options.seed}`);
  process.exitCode = tally.mismatches > 0 ? 1 : 0;
}

await main();
