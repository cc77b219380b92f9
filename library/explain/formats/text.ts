import type { Beaten, Explanation, Flips, Stuck, StuckRow, WhyNot } from '../explanation.ts';
import { visible } from '../../shown-text.ts';
import { missingText } from '../missing-text.ts';
import { nearestRows } from './nearest-rows.ts';
import {
  isPath,
  factText,
  failureText,
  flipText,
  placeText,
  valueText,
  type ExplanationFormat,
} from './words.ts';
import { conditionLines } from './condition-lines.ts';

/** Text format: control characters in values, reasons and file names are escaped. */
export const textFormat: ExplanationFormat = {
  name: 'text',
  write: (explanation) =>
    [
      ...decisionLines(explanation),
      ...factLines(explanation),
      ...beatenLines(explanation),
      ...otherLines(explanation),
      ...whyNotLines(explanation),
      ...(explanation.flips === undefined ? [] : flipLines(explanation.flips)),
    ]
      .map((line) => `${visible(line)}\n`)
      .join(''),
};

function decisionLines(explanation: Explanation): readonly string[] {
  const { decision, reason, winner } = explanation;
  const head = `${decision ?? 'no decision'}: ${reason ?? ''}`;
  if (winner === null) return [head];
  const unknown = (explanation.missing ?? []).map((missing) => `  ${missingText(missing)}`);
  return [head, ...unknown, ...firingLines(explanation, winner, '  ', new Set())];
}

/** A firing with the tree below it: its facts, and for derived ones what derived them. */
function firingLines(
  explanation: Explanation,
  number: number,
  indent: string,
  shown: Set<number>,
): readonly string[] {
  const firing = explanation.firings[number];
  if (firing === undefined) return [];
  const head = `${indent}${firing.rule}  ${placeText(firing.place)}`;
  if (shown.has(number)) return [`${head}  (above)`];
  shown.add(number);
  const bound = Object.entries(firing.bindings).map(
    ([name, value]) => `${nameText(name, firing.short)} = ${valueText(value)}`,
  );
  const bindings = bound.length === 0 ? [] : [`${indent}  ${bound.join(', ')}`];
  const facts = firing.matched.flatMap(({ fact, place }) => [
    `${indent}  ${factLine(explanation, fact)}  matched at ${placeText(place)}`,
    ...derivation(explanation, fact, `${indent}    `, shown),
  ]);
  return [head, ...bindings, ...facts];
}

/** A variable; in a short rule, the name that it has there. */
const nameText = (name: string, short: true | undefined): string =>
  short === true || isPath(name) ? name : `?${name}`;

function factLine({ facts }: Explanation, id: number): string {
  const { template = '', path } = facts[id - 1] ?? {};
  return `fact ${id} ${path ?? template}`;
}

function factLines({ facts, firings }: Explanation): readonly string[] {
  if (facts.length === 0) return [];
  const lines = facts.map((fact) => {
    const maker = fact.derived_by === null ? '' : `  derived by ${firings[fact.derived_by]?.rule ?? ''}`;
    const taker =
      fact.retracted_by === null ? '' : `  retracted by ${firings[fact.retracted_by]?.rule ?? ''}`;
    return `  ${fact.id}  ${factText(fact)}${maker}${taker}`;
  });
  return ['', 'Facts:', ...lines];
}

function derivation(
  explanation: Explanation,
  id: number,
  indent: string,
  shown: Set<number>,
): readonly string[] {
  const maker = explanation.facts[id - 1]?.derived_by ?? null;
  if (maker === null) return [];
  return [`${indent}derived by`, ...firingLines(explanation, maker, `${indent}  `, shown)];
}

const WHY: Readonly<Record<Beaten['why'], string>> = {
  action: 'the deciding action takes precedence over its own',
  earlier: 'it fired earlier, and the last rule with the same action decides',
  later: 'it fired later, and the first rule decides',
};

function beatenLines({ beaten, firings }: Explanation): readonly string[] {
  if (beaten.length === 0) return [];
  const lines = beaten.map(({ firing, why }) => {
    const told = firings[firing];
    return `  ${told?.action ?? ''}  ${told?.rule ?? ''}: ${WHY[why]}`;
  });
  return ['', 'Fired too, without deciding:', ...lines];
}

/** Firings without an action that the tree does not show. */
function otherLines({ firings }: Explanation): readonly string[] {
  const others = firings.filter(({ action }) => action === null);
  if (others.length === 0) return [];
  return [
    '',
    'Fired without an action:',
    ...others.map(({ rule, place }) => `  ${rule}  ${placeText(place)}`),
  ];
}

function whyNotLines(explanation: Explanation): readonly string[] {
  if (explanation.not_fired.length === 0) return [];
  const { shown, others } = nearestRows(explanation.not_fired);
  const more = [...others].map(
    ([table, count]) => `  and ${count} further ${count === 1 ? 'row' : 'rows'} of ${table}`,
  );
  return ['', 'Did not fire:', ...shown.flatMap((one) => oneWhyNot(explanation, one)), ...more];
}

/** Why one rule did not fire, indented by two. */
export function oneWhyNot(explanation: Explanation, why: WhyNot): readonly string[] {
  const action = why.action === null ? '' : `  (${why.action})`;
  const head = `  ${why.rule}${action}  ${placeText(why.place)}`;
  // The existence of the document explains nothing.
  const shown = why.matched.filter(({ fact }) => explanation.facts[fact - 1]?.path !== 'input');
  const matched = shown.map(
    ({ fact, place }) => `    matched ${factLine(explanation, fact)} at ${placeText(place)}`,
  );
  switch (why.kind) {
    case 'blocked':
      return [
        head,
        ...matched,
        ...(why.stuck === null ? [] : stuckLines(explanation, why.stuck, '    ', why.short)),
      ];
    case 'withdrawn': {
      const by = explanation.firings[why.withdrawn_by ?? -1]?.rule ?? '';
      return [head, ...matched, `    it was complete until ${by} fired before it`];
    }
    case 'late':
      return [
        head,
        ...matched,
        '    its conditions hold at the end, but did not while its module had the focus',
      ];
    case 'unknown':
      return [head, '    unknown: looking for its facts would take too long'];
  }
}

function whereText({ values }: Stuck, short: true | undefined): string {
  const texts = values.map(({ name, value }) => `${nameText(name, short)} = ${valueText(value)}`);
  return texts.length === 0 ? '' : `, where ${texts.join(', ')}`;
}

function stuckLines(explanation: Explanation, stuck: Stuck, indent: string, short?: true): readonly string[] {
  const at = placeText(stuck.place);
  const ofDocument = conditionLines(explanation, stuck, indent);
  if (ofDocument !== null) return ofDocument;
  switch (stuck.kind) {
    case 'pattern': {
      const { candidates, candidate_count: count, template, relation } = stuck;
      if (relation !== undefined)
        return [`${indent}no row of ${relation} fits ${at}${whereText(stuck, short)}`];
      if (candidates.length === 0) return [`${indent}there is no ${template ?? ''} fact for ${at}`];
      const lines = candidates.flatMap(({ fact, failed }) => [
        `${indent}${factLine(explanation, fact)} does not fit ${at}`,
        ...failed.map((one) => `${indent}  ${failureText(one)}  ${placeText(one.place)}`),
      ]);
      const more = count - candidates.length;
      return more > 0 ? [...lines, `${indent}and ${more} further ${template ?? ''} facts`] : lines;
    }
    case 'test': {
      if (stuck.row !== undefined) return rowLines(stuck.row, indent);
      return [`${indent}${stuck.text ?? ''} does not hold${whereText(stuck, short)}  ${at}`];
    }
    case 'not': {
      if (stuck.candidates.length === 0) return [`${indent}a fact that must not exist matches  ${at}`];
      return stuck.candidates.map(({ fact }) => `${indent}${factLine(explanation, fact)} blocks it  ${at}`);
    }
    case 'exists': {
      const { condition, inner } = stuck;
      // Lowering may make a group of one condition.
      if (inner !== null && condition !== undefined && inner.condition === condition)
        return stuckLines(explanation, inner, indent, short);
      const lines = inner === null ? [] : stuckLines(explanation, inner, `${indent}  `, short);
      const failed = condition === undefined ? 'no fact matches' : `${condition} does not hold`;
      return [`${indent}${failed}  ${at}`, ...lines];
    }
  }
}

function rowLines({ failed, earlier }: StuckRow, indent: string): readonly string[] {
  if (failed.length === 0)
    return [`${indent}an earlier row matched${earlier === null ? '' : `: ${earlier}`}`];
  return failed.map(({ input, expected, actual, place, error }) => {
    const got = error ?? `it is ${valueText(actual)}`;
    return `${indent}cell ${expected} of ${input} does not hold: ${got}  ${placeText(place)}`;
  });
}

function flipLines({ asked, found, evaluations, cut_short: cut }: Flips): readonly string[] {
  const wanted = asked ?? 'another decision';
  const tried = `${evaluations} evaluations${cut ? ', not all that could be tried' : ''}`;
  if (found.length === 0) return ['', `No change found that leads to ${wanted} (${tried})`];
  const lines = found.map((flip) => `  ${flipText(flip)}`);
  return ['', `Changes that lead to ${wanted} (${tried}):`, ...lines];
}
