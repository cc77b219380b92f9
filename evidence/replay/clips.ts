/** A second opinion: the constructs that were emitted, run by real CLIPS, which shares no line with the matcher. */
import { hostFunctions } from '../../compiler/emit/clips/host-stubs.ts';
import { DEFAULT_LIMITS } from '../../runtime/description.ts';
import type { Obligation } from '../../runtime/description.ts';
import { heldFacts } from '../../runtime/facts/held-facts.ts';
import { NumberText } from '../../runtime/values/number-text.ts';
import { shownObligation } from '../../library/node/clips/shown-obligation.ts';
import { tellsOfOverflow } from '../../runtime/functions/failure.ts';
import type { Answer } from '../../library/node/clips/answer.ts';
import type { Clips } from '../../library/node/clips/clips-binary.ts';
import { isJudge } from '../../library/node/clips/judgeable.ts';
import { isClipsFact } from '../../library/node/clips/fact-text.ts';
import type { Phase } from '../../library/node/clips/facts.ts';
import { runClips, type ClipsProgram } from '../../library/node/clips/run-clips.ts';
import type { LogRecord } from './log-records.ts';
import type { Replayable } from './replay.ts';
import type { Outcome } from '../../library/compare/outcome.ts';
import type { Version } from '../../library/compare/version.ts';
import { emitClips } from '../../compiler/emit/clips/emit-clips.ts';

/** A record with the result of CLIPS; null if CLIPS cannot run it: the ruleset calls the host, or a text does not fit. */
export interface SecondOpinion {
  readonly record: LogRecord;
  readonly recorded: Outcome;
  readonly outcome: Outcome | null;
}

const MILLISECONDS = 1000;
const BATCH = 100;

/** Runs every record through CLIPS, many per process. Invalid facts never reach CLIPS. */
export async function* askClips(clips: Clips, records: Iterable<Replayable>): AsyncGenerator<SecondOpinion> {
  const judged = new Map<Version, Judged | null>();
  let batch: { readonly opinion: Omit<SecondOpinion, 'outcome'>; readonly program: ClipsProgram | null }[] =
    [];
  async function* flush(): AsyncGenerator<SecondOpinion> {
    const programs = batch.flatMap(({ program }) => (program === null ? [] : [program]));
    const answers = await runClips(clips, programs);
    let next = 0;
    for (const { opinion, program } of batch) {
      const answer = program === null ? undefined : answers[next++];
      yield { ...opinion, outcome: answer === undefined ? null : outcomeOf(answer, opinion.recorded) };
    }
    batch = [];
  }
  for (const replayed of records) {
    const { record, recorded, version } = replayed;
    let emitted = judged.get(version);
    if (emitted === undefined) {
      emitted = emit(clips, version);
      judged.set(version, emitted);
    }
    const isAsked = !('error' in recorded) || canAsk(recorded.error);
    const program = isAsked && emitted !== null ? programOf(replayed, emitted) : null;
    batch.push({ opinion: { record, recorded }, program });
    if (batch.length === BATCH) yield* flush();
  }
  yield* flush();
}

/** A version as CLIPS takes it. */
type Judged = Pick<ClipsProgram, 'ruleset' | 'constructs'>;

/** `null` if CLIPS cannot judge it. Of the host functions, CLIPS has only the clock. */
function emit(clips: Clips, { compilation }: Version): Judged | null {
  const { ruleset } = compilation;
  if (ruleset === null || !isJudge(clips.version, ruleset)) return null;
  if (!hostFunctions(ruleset).every((name) => name === 'service-now')) return null;
  return { ruleset, constructs: emitClips(compilation.ruleset) };
}

/** On integer overflow, CLIPS continues with wrong digits, or crashes. */
function canAsk({ code, detail }: { readonly code: string; readonly detail: string }): boolean {
  return code === 'evaluation_failed' && !tellsOfOverflow(detail);
}

/** Null if a fact holds text that CLIPS cannot. */
function programOf(
  { engine, facts, hostFacts, input, record }: Replayable,
  judged: Judged,
): ClipsProgram | null {
  const phase = [
    ...engine.facts(),
    ...heldFacts(engine.ruleset, hostFacts, 'host'),
    ...(input === null ? [] : engine.readDocument(input)),
    ...heldFacts(engine.ruleset, facts),
  ] as Phase;
  if (!phase.every(isClipsFact)) return null;
  const seconds = (record.clock ?? 0) / MILLISECONDS;
  return {
    ...judged,
    phases: [phase],
    firingLimit: DEFAULT_LIMITS.firings,
    host: `(deffunction MAIN::service-now () ${seconds.toFixed(3)})\n`,
  };
}

function outcomeOf(answer: Answer, recorded: Outcome): Outcome | null {
  switch (answer.kind) {
    case 'answered': {
      const [only] = answer.phases;
      if (only === undefined) return null;
      const { decision, reason, metadata, obligations, ruleTrace, moduleTrace } = only;
      return {
        decision,
        reason,
        rule_trace: ruleTrace,
        module_trace: moduleTrace,
        metadata: Object.fromEntries(metadata),
        ...saidAlike(obligations ?? [], recorded),
      };
    }
    case 'failed':
      // Only the failure is compared; the message is specific to CLIPS.
      return 'error' in recorded
        ? recorded
        : { error: { code: 'evaluation_failed', detail: answer.problem } };
    case 'limited':
      return { error: { code: 'evaluation_limit', detail: 'too many rules fired' } };
    case 'broken':
    case 'none':
      return { error: { code: `clips_${answer.kind}`, detail: answer.problem } };
  }
}

/** CLIPS has obligations as texts: those of the record if the texts are equal, else its own. */
function saidAlike(
  texts: readonly string[],
  recorded: Outcome,
): { readonly obligations?: readonly unknown[] } {
  const owed = 'error' in recorded ? [] : (recorded.obligations ?? []);
  const written = new Set(owed.map((one) => shownObligation(withNumbers(one))));
  if (JSON.stringify([...written]) === JSON.stringify(texts))
    return owed.length === 0 ? {} : { obligations: owed };
  return { obligations: texts.map((type) => ({ type, properties: {} })) };
}

/** Numbers of a record by their value: CLIPS writes them otherwise. */
function withNumbers(obligation: unknown): Obligation {
  const { type, properties } = obligation as Obligation;
  const plain = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(plain);
    return value instanceof NumberText ? value.value : value;
  };
  const entries = Object.entries(properties).map(([name, value]) => [name, plain(value)] as const);
  return { type, properties: Object.fromEntries(entries) as Obligation['properties'] };
}
