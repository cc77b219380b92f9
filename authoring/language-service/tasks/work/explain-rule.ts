import type { LoadModule } from '../../../../library/load-module.ts';
import type {
  ExplainedFiring,
  Explanation,
  Flip,
  Stuck,
  WhyNot,
} from '../../../../library/explain/explanation.ts';
import { conditionLines } from '../../../../library/explain/formats/condition-lines.ts';
import { factText, failureText, flipText, valueText } from '../../../../library/explain/formats/words.ts';
import { writeJson } from '../../../../library/json.ts';
import { outcomeOf } from '../../../mutate/outcome.ts';
import type { Job, JobFlip, JobNode } from '../job.ts';
import { findRequest, type Found } from './find-request.ts';
import { changedRequest } from './flip-request.ts';

export interface ExplainDone {
  readonly rule: string;
  readonly fired: number;
  readonly decision: string | null;
  readonly why: readonly JobNode[];
  readonly whyNot: readonly JobNode[];
  readonly flips: readonly JobFlip[];
}

/** Milliseconds that changes with another decision are looked for. */
const FLIP_MS = 2_000;

/** Why a rule fired, or did not, and what would change the decision. Throws CompileError and FerruleError. */
export function explainRule(
  { ruleset, rule, request }: Extract<Job, { kind: 'explain' }>,
  load: LoadModule,
): ExplainDone {
  const found = findRequest(ruleset, rule, request, load);
  const { facts, hostFacts, input } = found;
  const explanation = found.explain({ facts, hostFacts, input, rule, flip: true, flipMs: FLIP_MS });
  const own = explanation.firings.filter((firing) => firing.rule === rule);
  return {
    rule,
    fired: own.length,
    decision: explanation.decision,
    why: own.map((firing) => firingNode(explanation, firing)),
    whyNot: explanation.not_fired
      .filter((one) => one.rule === rule)
      .map((one) => whyNotNode(explanation, one)),
    flips: (explanation.flips?.found ?? []).map((flip) => flipOf(flip, found, explanation)),
  };
}

/** A flip with the request after it, if an evaluation of that comes to the decision. */
function flipOf(flip: Flip, found: Found, explanation: Explanation): JobFlip {
  const { tested, facts, hostFacts, input } = found;
  const text = flipText(flip);
  const all = [...facts, ...hostFacts];
  const changed = changedRequest({ facts: all, input }, flip.changes, explanation);
  if (changed === null) return { text };
  const now = tested.clock.now;
  const result = outcomeOf(tested, { ...changed, input: changed.input ?? null, now, otherwise: now });
  if (result === null || result.decision !== flip.decision) return { text };
  return {
    text,
    facts: writeJson(changed.facts.map(({ template, data }) => ({ template, data }))),
    ...(changed.input === null || changed.input === undefined ? {} : { input: writeJson(changed.input) }),
  };
}

/** A firing with the values and facts that it used. */
export function firingNode(explanation: Explanation, firing: ExplainedFiring): JobNode {
  const { place } = firing;
  return {
    text: `${firing.action ?? 'fired'}: ${firing.reason}`,
    place,
    holds: true,
    children: [
      ...Object.entries(firing.bindings).map(([name, value]) => ({
        text: `${name} = ${valueText(value)}`,
        place,
        holds: true,
      })),
      ...firing.matched.map((one) => matchedNode(explanation, one)),
    ],
  };
}

function matchedNode({ facts }: Explanation, { fact, place }: WhyNot['matched'][number]): JobNode {
  const told = facts[fact - 1];
  return { text: told === undefined ? `fact ${fact}` : factText(told), place, holds: true };
}

export function whyNotNode(explanation: Explanation, why: WhyNot): JobNode {
  const text = {
    blocked: `${why.passed} of ${why.elements} conditions were passed`,
    withdrawn: `it was complete until ${explanation.firings[why.withdrawn_by ?? -1]?.rule ?? ''} fired before it`,
    late: 'its conditions hold at the end, but did not while its module had the focus',
    unknown: 'unknown: looking for its facts would take too long',
  }[why.kind];
  return {
    text,
    place: why.place,
    holds: why.kind === 'unknown' ? null : false,
    children: [
      ...why.matched.map((one) => matchedNode(explanation, one)),
      ...(why.stuck === null ? [] : [stuckNode(explanation, why.stuck)]),
    ],
  };
}

const PLACE_BEHIND = /\s\s\S+:\d+:\d+$/;

function stuckNode(explanation: Explanation, stuck: Stuck): JobNode {
  const { kind, place, template, relation, text, condition, candidates, inner, row } = stuck;
  const ofDocument = conditionLines(explanation, stuck, '');
  if (ofDocument !== null)
    return {
      text: ofDocument.map((line) => line.replace(PLACE_BEHIND, '')).join('; '),
      place,
      ...(condition === undefined ? {} : { written: condition }),
      holds: false,
    };
  const named = condition ?? text ?? relation ?? template ?? kind;
  const cells = (row?.failed ?? []).map((cell) => ({
    text: `${cell.input} is ${valueText(cell.actual)}, not ${cell.expected}`,
    place: cell.place,
    holds: false,
  }));
  const tried = candidates.map(({ fact, failed }) => ({
    ...matchedNode(explanation, { fact, place }),
    holds: kind === 'not',
    children: failed.map((one) => ({ text: failureText(one), place: one.place, holds: false })),
  }));
  const children = [...cells, ...tried, ...(inner === null ? [] : [stuckNode(explanation, inner)])];
  const head =
    kind === 'pattern' && candidates.length === 0 ? `no fact matches ${named}` : `${named} does not hold`;
  return {
    text: kind === 'not' ? 'a fact that must not exist matches' : head,
    place,
    ...(condition === undefined && text === null ? {} : { written: condition ?? text ?? '' }),
    holds: false,
    ...(children.length === 0 ? {} : { children }),
  };
}
