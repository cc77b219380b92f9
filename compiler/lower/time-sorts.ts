/** Sums and differences of times, durations and numbers: which there are. */
import type { ArithmeticTree } from '../short-tree.ts';

/** The sorts of values that arithmetic distinguishes; null if nothing is known yet. */
export type Sort = 'time' | 'duration' | 'number' | null;

type Sign = ArithmeticTree['sign']['value'];

const isTimely = (sort: Sort): boolean => sort === 'time' || sort === 'duration';

/** Results by the sorts of both sides; `?` is a side of which nothing is known, and is taken as it fits. */
const RESULTS: Readonly<Record<Sign, Readonly<Record<string, Sort>>>> = {
  '+': {
    ...{ 'time duration': 'time', 'duration time': 'time', 'duration duration': 'duration' },
    ...{ 'time ?': 'time', '? time': 'time', 'duration ?': 'time', '? duration': 'time' },
  },
  '-': {
    ...{ 'time time': 'duration', 'time duration': 'time', 'duration duration': 'duration' },
    ...{ 'time ?': 'duration', '? time': 'duration', 'duration ?': 'duration', '? duration': 'time' },
  },
  '*': {
    ...{ 'duration number': 'duration', 'number duration': 'duration' },
    ...{ 'duration ?': 'duration', '? duration': 'duration' },
  },
  '/': { 'duration duration': 'number', 'duration number': 'duration', 'duration ?': 'duration' },
  '%': { 'duration duration': 'duration' },
};

/** The sort of a result; `wrong` if the operands have none. */
export function resultSort(sign: Sign, left: Sort, right: Sort): Sort | 'wrong' {
  if (!isTimely(left) && !isTimely(right)) return left ?? right;
  return RESULTS[sign][`${left ?? '?'} ${right ?? '?'}`] ?? 'wrong';
}
