import type { FunctionDraft } from './program.ts';

/** Functions that drawn expressions call: plain, recursive, mutually recursive, with a loop. */
export const DRAWN_FUNCTIONS: readonly FunctionDraft[] = [
  { name: 'twice', type: 'raw', params: ['x'], body: '(deffunction MAIN::twice (?x) (* 2 ?x))' },
  {
    name: 'down',
    type: 'raw',
    params: ['x'],
    body: '(deffunction MAIN::down (?x) (if (and (> ?x 1) (< ?x 10)) then (odd-down (- ?x 1)) else ?x))',
  },
  {
    name: 'odd-down',
    type: 'raw',
    params: ['x'],
    body: '(deffunction MAIN::odd-down (?x) (if (> ?x 0) then (down (- ?x 1)) else -1))',
  },
  {
    name: 'climb',
    type: 'raw',
    params: ['x'],
    body: '(deffunction MAIN::climb (?x) (bind ?n -1) (while (and (< ?n ?x) (< ?n 5)) (bind ?n (+ ?n 1))) ?n)',
  },
  {
    name: 'steps-between',
    type: 'raw',
    params: ['x', 'y'],
    body: '(deffunction MAIN::steps-between (?x ?y) (bind ?n 0) (loop-for-count (?i (climb ?x) (climb ?y)) (bind ?n (+ ?n ?i))) ?n)',
  },
];
