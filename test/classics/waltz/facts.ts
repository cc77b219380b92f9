import type { FactInput } from '../../../runtime/facts/read-facts.ts';

type Point = readonly [x: number, y: number];

/** A cube in front of a block with a step. Each polyline is a run of lines. */
const DRAWING: readonly (readonly Point[])[] = [
  // The cube: its front, the backs of top and right side, and what leads from front to back.
  [
    [6, 6],
    [12, 6],
    [12, 12],
    [6, 12],
    [6, 6],
  ],
  [
    [8, 13],
    [10, 13],
    [14, 13],
    [14, 10],
    [14, 7],
  ],
  [
    [12, 6],
    [14, 7],
  ],
  [
    [12, 12],
    [14, 13],
  ],
  [
    [6, 12],
    [8, 13],
  ],
  // The block: its front, which the cube hides in part, and the depth of its steps.
  [
    [14, 10],
    [18, 10],
    [18, 14],
    [14, 14],
    [14, 18],
    [10, 18],
    [10, 13],
  ],
  [
    [22, 12],
    [22, 16],
    [18, 16],
    [18, 20],
    [14, 20],
  ],
  [
    [18, 10],
    [22, 12],
  ],
  [
    [18, 14],
    [22, 16],
  ],
  [
    [14, 14],
    [18, 16],
  ],
  [
    [14, 18],
    [18, 20],
  ],
  [
    [10, 18],
    [14, 20],
  ],
];

const WIDTH = 20;

const code = ([x, y]: Point, drawing: number): number => 10_000 * (x + WIDTH * drawing) + y;

function linesOf(drawing: number): readonly FactInput[] {
  return DRAWING.flatMap((points) =>
    points.slice(1).map((end, i) => ({
      template: 'line',
      data: { drawing, p1: code(points[i]!, drawing), p2: code(end, drawing) },
    })),
  );
}

/** The drawing side by side with its copies, 26 lines each, and the stage to begin with. */
export function waltzFacts(drawings: number): readonly FactInput[] {
  const lines = Array.from({ length: drawings }, (_, drawing) => linesOf(drawing)).flat();
  return [...lines, { template: 'stage', data: { name: 'reverse' } }];
}
