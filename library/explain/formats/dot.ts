import type { Explanation, Stuck } from '../explanation.ts';
import { factText, failureText, placeText, type ExplanationFormat } from './words.ts';

/** A graph for Graphviz: facts are boxes, firings ellipses, rules that did not fire dashed. */
export const dotFormat: ExplanationFormat = {
  name: 'dot',
  write(explanation) {
    const lines = [
      ...explanation.facts.map((fact) => node(`f${fact.id}`, factText(fact), 'shape=box')),
      ...firingLines(explanation),
      ...decisionLines(explanation),
      ...asleepLines(explanation),
    ];
    return `digraph explanation {\n  rankdir=LR;\n${lines.map((line) => `  ${line}\n`).join('')}}\n`;
  },
};

/** A string of DOT: only the quote and the backslash mean something in it. */
function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&').replace(/[\r\n]+/g, ' ')}"`;
}

function node(id: string, label: string, style: string): string {
  return `${id} [label=${quoted(label)}, ${style}];`;
}

function firingLines({ firings, winner }: Explanation): readonly string[] {
  return firings.flatMap(({ rule, place, matched, asserted, retracted }, i) => [
    node(
      `r${i}`,
      `${rule} ${placeText(place)}`,
      i === winner ? 'shape=ellipse, style=bold' : 'shape=ellipse',
    ),
    ...matched.map(({ fact }) => `f${fact} -> r${i};`),
    ...asserted.map((fact) => `r${i} -> f${fact};`),
    ...retracted.map((fact) => `r${i} -> f${fact} [style=dotted, label="retracts"];`),
  ]);
}

function decisionLines({ decision, reason, winner }: Explanation): readonly string[] {
  const own = node('decision', `${decision ?? 'no decision'}: ${reason ?? ''}`, 'shape=octagon');
  return winner === null ? [own] : [own, `r${winner} -> decision;`];
}

function asleepLines({ not_fired: asleep }: Explanation): readonly string[] {
  return asleep.flatMap(({ rule, place, matched, stuck }, i) => [
    node(`n${i}`, `${rule} ${placeText(place)}`, 'shape=ellipse, style=dashed'),
    ...matched.map(({ fact }) => `f${fact} -> n${i} [style=dashed];`),
    ...(stuck === null ? [] : stuckEdges(stuck, `n${i}`)),
  ]);
}

function stuckEdges({ candidates, inner }: Stuck, to: string): readonly string[] {
  const own = candidates.map(({ fact, failed }) => {
    const label = failed.length === 0 ? 'blocks the rule' : failed.map(failureText).join('; ');
    return `f${fact} -> ${to} [style=dashed, color=red, label=${quoted(label)}];`;
  });
  return inner === null ? own : [...own, ...stuckEdges(inner, to)];
}
