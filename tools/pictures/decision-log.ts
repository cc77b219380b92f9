import { arrow, box, label, type Picture } from './shapes.ts';

const record = (x: number, n: number): string =>
  box('box', [x, 20, 150, 80], `record ${n}`, ['decision', `\`prev: hash(${n - 1})`]);

/** The decision log: chain, tree and checkpoint. */
export const decisionLog: Picture = {
  width: 860,
  height: 320,
  title:
    'Each record of the log holds the hash of the one before it. A hash tree covers all records, and a signed checkpoint holds its root.',
  shapes: [
    ...[1, 2, 3, 4].map((n, i) => record(10 + i * 200, n)),
    arrow('M206 60H164'),
    arrow('M406 60H364'),
    arrow('M606 60H564'),
    box('rule', [100, 140, 170, 40], '', ['hash of 1 and 2']),
    box('rule', [500, 140, 170, 40], '', ['hash of 3 and 4']),
    box('rule', [300, 215, 170, 40], '', ['root of the tree']),
    box('out', [580, 210, 270, 90], 'checkpoint', [
      'root and size, signed (Ed25519)',
      'kept apart, or sent to a witness',
    ]),
    arrow('M85 100C85 125 150 120 160 137'),
    arrow('M285 100C285 125 220 120 210 137'),
    arrow('M485 100C485 125 550 120 560 137'),
    arrow('M685 100C685 125 620 120 610 137'),
    arrow('M185 180C185 205 320 195 350 212'),
    arrow('M585 180C585 205 450 195 420 212'),
    arrow('M470 240H576'),
    label('chain: shows a changed or missing record', [10, 285]),
    label('tree: proves one record without the others', [10, 307]),
  ],
};
