import type { FactInput } from '../../../runtime/facts/read-facts.ts';
import { ofTemplate } from '../of-template.ts';

/** Label that the other end of a line must see. */
const OPPOSITE: Readonly<Record<string, string>> = { plus: 'plus', minus: 'minus', in: 'out', out: 'in' };

/** The junctions that solids with three faces at a corner can make, in the order of a junction's ends. */
const LEGAL: Readonly<Record<string, readonly string[]>> = {
  ell: ['in out', 'out in', 'plus in', 'out plus', 'minus out', 'in minus'],
  arrow: ['in plus out', 'minus plus minus', 'plus minus plus'],
  fork: ['plus plus plus', 'minus minus minus', 'minus out in', 'out in minus', 'in minus out'],
  tee: ['out plus in', 'out minus in', 'out in in', 'out out in'],
};

/** Problems of the labels: none if every line has one and every junction is possible for solids. */
export function waltzProblems(given: readonly FactInput[], left: readonly FactInput[]): readonly string[] {
  const lines = ofTemplate(given, 'line');
  const labels = new Map(
    ofTemplate(left, 'edge').map(({ from, to, label }) => [`${from} ${to}`, String(label)]),
  );
  const problems: string[] = [];
  for (const { p1, p2 } of lines) {
    const label = labels.get(`${p1} ${p2}`) ?? 'missing';
    if (labels.get(`${p2} ${p1}`) !== OPPOSITE[label])
      problems.push(`line ${p1} ${p2} is ${label} at one end only`);
  }
  const seen = new Set<unknown>();
  for (const { at, kind, p1, p2, p3 } of ofTemplate(left, 'junction')) {
    seen.add(at);
    const ends = kind === 'ell' ? [p1, p2] : [p1, p2, p3];
    const found = ends.map((end) => labels.get(`${at} ${end}`)).join(' ');
    if (!LEGAL[String(kind)]?.includes(found)) problems.push(`${kind} at ${at} is ${found}`);
  }
  const points = new Set(lines.flatMap(({ p1, p2 }) => [p1, p2]));
  if (seen.size !== points.size) problems.push(`${seen.size} of ${points.size} points are junctions`);
  return problems;
}
