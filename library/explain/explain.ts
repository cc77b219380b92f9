import type { Rule } from '../../compiler/ruleset.ts';
import type { DefaultInfo } from '../../runtime/description.ts';
import type { CompiledRuleset, Host } from '../../runtime/abi.ts';
import { closestName } from '../../compiler/diagnostics/suggest.ts';
import { FerruleError } from '../../runtime/engine/errors.ts';
import { NOTHING_DECIDED, NOTHING_FIRED } from '../../runtime/engine/evaluation-result.ts';
import { factsOf, FiringLog } from '../../runtime/engine/firing.ts';
import { missingIn } from '../../runtime/engine/missing.ts';
import { readFact, sourceOf, type FactInput } from '../../runtime/facts/read-facts.ts';
import type { Fact } from '../../runtime/values/values.ts';
import { WorkingMemory } from '../../runtime/engine/working-memory.ts';
import type { ExplainableRuleset } from './explainable-ruleset.ts';
import { placeOf } from './condition-text.ts';
import type { Beaten, ExplainedFact, ExplainedFiring, Explanation, RawExplanation } from './explanation.ts';
import { findFlips } from './flips/find-flips.ts';
import { present } from './present.ts';
import { makerOf, readRecording, type Recording } from './recording.ts';
import { whyNot, writeMatched } from './why-not.ts';
import { idOf, writeBindings, writeFactData, type FactIds } from './write-values.ts';

export interface ExplainOptions {
  /** Facts of the request. */
  readonly facts?: readonly FactInput[] | undefined;
  /** Host facts, before all others, as an evaluation takes them. */
  readonly hostFacts?: readonly FactInput[] | undefined;
  /** A document, which `input:` turns into facts before the others. */
  readonly input?: unknown;
  /** `module::rule`, or the rule's name: why not for this one only. */
  readonly rule?: string | undefined;
  /** Looks for changes that lead to another decision: to this one, or with `true` to any other. */
  readonly flip?: boolean | string | undefined;
  /** Longest search for them in milliseconds; what it has found by then is the result (default: no limit). */
  readonly flipMs?: number | undefined;
}

/** Input of an explanation, in addition to the ruleset. */
export interface Surroundings {
  readonly host: Host;
  readonly otherwise: DefaultInfo;
  /** Facts that the engine holds, in order. */
  readonly held: readonly FactInput[];
}

/**
 * Evaluates facts in a run of its own and explains the outcome. Throws what an evaluation throws, and FerruleError
 * `invalid_argument` for a rule that is not there.
 */
export function explain(
  explainable: ExplainableRuleset,
  around: Surroundings,
  options: ExplainOptions,
): Explanation {
  return present(explainable, explainRaw(explainable, around, options));
}

/** The same with places of the document as facts, for what works on slots. */
export function explainRaw(
  explainable: ExplainableRuleset,
  around: Surroundings,
  options: ExplainOptions,
): RawExplanation {
  const { facts = [], hostFacts = [], input = null, rule, flip = false, flipMs } = options;
  const chosen = rule === undefined ? null : findRule(explainable, rule);
  // One clock reading for all conditions, so that they see the moment of the evaluation.
  const now = around.host.now();
  const memory = new WorkingMemory(explainable.compiled, { ...around.host, now: () => now });
  memory.assert(readHeld(explainable.compiled, around.held));
  const log = new FiringLog();
  const explained = memory.readScoped({ facts, hostFacts }, input, log, (matcher) => {
    const recording = readRecording(explainable, matcher, log, input);
    const asleep = chosen === null ? explainable.checked.rules : [chosen];
    return {
      ...write(explainable, recording, around.otherwise, asleep),
      ...missingOf(recording, log, input),
    };
  });
  if (flip === false) return explained;
  const wanted = flip === true ? null : flip;
  return { ...explained, flips: findFlips(explainable, memory, around, explained, input, wanted, flipMs) };
}

/** The member `missing`, if the rule that decided could not know something. */
function missingOf(
  { firings, winner }: Recording,
  { matches }: FiringLog,
  input: unknown,
): Pick<Explanation, 'missing'> {
  const named = winner === null ? [] : (firings[winner]?.record.named ?? []);
  if (winner === null || named.length === 0 || input === null) return {};
  const missing = missingIn(named, input, () => factsOf(matches[winner]));
  return missing.length === 0 ? {} : { missing };
}

/** Facts of an engine on their way into another memory: their senders were already checked. */
export function readHeld(ruleset: CompiledRuleset, held: readonly FactInput[]): Fact[] {
  return held.map(({ template, data }) => {
    const info = ruleset.templates.get(template)?.info;
    return readFact(ruleset, template, data, info === undefined ? 'caller' : sourceOf(info));
  });
}

/** A recording as far as the texts about it need it: its facts and firings. */
export function explanationOf(explainable: ExplainableRuleset, recording: Recording): RawExplanation {
  return write(explainable, recording, { action: null, reason: null }, []);
}

function findRule({ checked }: ExplainableRuleset, name: string): Rule {
  const found = checked.rules.find((rule) => rule.name === name || `${rule.module}::${rule.name}` === name);
  if (found !== undefined) return found;
  const meant = closestName(
    name,
    checked.rules.map((rule) => `${rule.module}::${rule.name}`),
  )();
  const hint = meant === null ? '' : ` (did you mean '${meant}'?)`;
  throw new FerruleError('invalid_argument', `The ruleset has no rule '${name}'${hint}`, 'rule');
}

function write(
  explainable: ExplainableRuleset,
  recording: Recording,
  otherwise: DefaultInfo,
  asleep: readonly Rule[],
): RawExplanation {
  const { firings, winner } = recording;
  const ids: FactIds = new Map(recording.facts.map((fact, i) => [fact, i + 1]));
  const fired = new Set(firings.map(({ rule }) => rule));
  const decided = winner === null ? null : firings[winner];
  return {
    version: 1,
    ruleset: explainable.checked.name,
    decision: decided ? decided.rule.then.action : otherwise.action,
    reason: decided
      ? decided.reason
      : (otherwise.reason ?? (firings.length === 0 ? NOTHING_FIRED : NOTHING_DECIDED)),
    winner,
    beaten: beatenBy(recording),
    firings: firings.map((_, i) => writeFiring(explainable, recording, ids, i)),
    facts: recording.facts.map((fact) => writeFact(recording, ids, fact)),
    not_fired: asleep
      .filter((rule) => !fired.has(rule))
      .map((rule) => whyNot(explainable, recording, ids, rule)),
  };
}

function beatenBy({ firings, winner }: Recording): readonly Beaten[] {
  const best = winner === null ? undefined : firings[winner];
  if (winner === null || best === undefined) return [];
  return firings.flatMap(({ record }, firing): readonly Beaten[] => {
    if (record.action === null || firing === winner) return [];
    if (record.rank !== best.record.rank) return [{ firing, why: 'action' }];
    return [{ firing, why: firing < winner ? 'earlier' : 'later' }];
  });
}

function writeFiring(
  explainable: ExplainableRuleset,
  recording: Recording,
  ids: FactIds,
  number: number,
): ExplainedFiring {
  const firing = recording.firings[number];
  if (firing === undefined) throw new TypeError('no such firing');
  const { rule, match, reason } = firing;
  return {
    rule: `${rule.module}::${rule.name}`,
    place: placeOf(explainable, rule.at),
    action: rule.then.action,
    reason,
    matched: writeMatched(explainable, ids, match),
    bindings: writeBindings(explainable, ids, match, rule),
    ...(rule.infix === undefined ? {} : { short: true as const }),
    asserted: recording.facts
      .filter((fact) => makerOf(recording, fact) === number)
      .map((fact) => idOf(ids, fact)),
    retracted: recording.facts
      .filter((fact) => recording.endOf.get(fact) === number)
      .map((fact) => idOf(ids, fact)),
  };
}

function writeFact(recording: Recording, ids: FactIds, fact: Fact): ExplainedFact {
  return {
    id: idOf(ids, fact),
    template: fact.template,
    data: writeFactData(fact),
    derived_by: makerOf(recording, fact),
    retracted_by: recording.endOf.get(fact) ?? null,
  };
}
