import type { LoadModule } from '../../../../library/load-module.ts';
import type { ExplainedFiring, Explanation, Stuck, WhyNot } from '../../../../library/explain/explanation.ts';
import { conditionLines } from '../../../../library/explain/formats/condition-lines.ts';
import { factText, failureText, flipText, valueText } from '../../../../library/explain/formats/words.ts';
import type { Job, JobNode } from '../job.ts';
import { findRequest } from './find-request.ts';

export interface ExplainDone {
  readonly rule: string;
  readonly fired: number;
  readonly decision: string | null;
  readonly why: readonly JobNode[];
  readonly whyNot: readonly JobNode[];
  readonly flips: readonly { readonly text: string }[];
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
    flips: (explanation.flips?.found ?? []).map((flip) => ({ text: flipText(flip) })),
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
    return { text: ofDocument.map((line) => line.replace(PLACE_BEHIND, '')).join('; '), place, holds: false };
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
    holds: false,
    ...(children.length === 0 ? {} : { children }),
  };
}
