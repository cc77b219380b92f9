import { rulesetFile } from './ruleset-file.ts';
import type { Case, GivenFact, Request } from './workload.ts';

const OBJECTS = 12;

/** A cube seen from a corner, and a plate that its right side partly hides: x and y of the points. */
const POINTS: readonly (readonly [number, number])[] = [
  [0, 4],
  [0, 12],
  [8, 16],
  [16, 12],
  [16, 4],
  [8, 0],
  [8, 8],
  [16, 10],
  [16, 6],
  [24, 10],
  [24, 6],
];

/** Pairs of points. */
const LINES: readonly (readonly [number, number])[] = [
  [0, 1],
  [1, 2],
  [2, 3],
  [3, 7],
  [7, 8],
  [8, 4],
  [4, 5],
  [5, 0],
  [6, 1],
  [6, 3],
  [6, 5],
  [7, 9],
  [9, 10],
  [10, 8],
];

/** An object of the drawing, beside the ones before it. */
function drawObject(object: number): readonly GivenFact[] {
  const first = object * POINTS.length;
  const right = object * 30;
  return LINES.map(([from, to]): GivenFact => {
    const [a, b] = [POINTS[from]!, POINTS[to]!];
    return {
      template: 'line',
      data: {
        object,
        p1: first + from,
        x1: right + a[0],
        y1: a[1],
        p2: first + to,
        x2: right + b[0],
        y2: b[1],
      },
    };
  });
}

function drawing(objects: number): Request {
  const lines = Array.from({ length: objects }, (_, object) => drawObject(object)).flat();
  return [...lines, { template: 'stage', data: { name: 'duplicate' } }];
}

export function waltzCase(): Case {
  return {
    label: `Waltz labelling, ${OBJECTS} objects of ${LINES.length} lines`,
    sources: [rulesetFile('waltz')],
    session: [],
    requests: [drawing(OBJECTS)],
    systems: ['ferrule', 'clips'],
  };
}
