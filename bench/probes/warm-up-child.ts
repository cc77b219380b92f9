/** `warm-up-child.js loaded|requests|suites`: how soon the shipped gate is as fast as it gets, in a new process. */
import { Engine, type WarmUp } from '../../library/node/engine.ts';
import { compileAndLoad } from '../../library/node/compile-and-load.ts';
import { median } from '../measure/statistics.ts';
import { startTimer } from '../measure/timer.ts';
import { askedOf } from '../systems/ferrule.ts';
import { folderOf, shipped } from '../workloads/shipped.ts';

export interface WarmUpFigures {
  readonly firstMs: number;
  readonly finalNs: number;
  /** Number of evaluations after which one takes at most twice the final time; null if beyond the measured ones. */
  readonly evaluations: number | null;
}

const GATE = 'tool-call-gate';
/** Every third request is given at load; all are measured. */
const GIVEN = 3;
const BLOCKS = 600;
/** The last evaluations; their median is the final time. */
const BLOCKS_JUDGED = 10;
const FINAL_MS = 3000;

const [mode = ''] = process.argv.slice(2);
const gate = (await shipped.cases()).find(({ label }) => label === GATE)!;
const { ruleset } = await compileAndLoad(gate.sources, {});
const asked = gate.requests.map((facts) => askedOf(ruleset, facts));
const MODES: Readonly<Record<string, WarmUp>> = {
  loaded: true,
  requests: { requests: asked.filter((_, i) => i % GIVEN === 0) },
  suites: 'suites',
};
const engine = await Engine.fromRules(folderOf(GATE), { warmUp: MODES[mode]! });

/** Nanoseconds an evaluation, all requests in turn. */
function block(): number {
  const elapsed = startTimer();
  for (const request of asked) engine.evaluate(request);
  return elapsed().nanoseconds / asked.length;
}

const first = startTimer();
engine.evaluate(asked[0]!);
const firstMs = first().nanoseconds / 1e6;
const blocks = Array.from({ length: BLOCKS }, block);
const final: number[] = [];
for (const since = startTimer(); since().nanoseconds < FINAL_MS * 1e6;) final.push(block());
const finalNs = median(final.slice(final.length / 2));
const warm = blocks.findIndex((_, i) => median(blocks.slice(i, i + BLOCKS_JUDGED)) <= 2 * finalNs);
const figures: WarmUpFigures = { firstMs, finalNs, evaluations: warm < 0 ? null : 1 + warm * asked.length };
process.stdout.write(`${JSON.stringify(figures)}\n`);
