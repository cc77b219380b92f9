import { describe, expect, it } from 'vitest';
import type { FactInput } from '../../runtime/facts/read-facts.ts';
import { mannersProblems } from './manners/problems.ts';
import { waltzProblems } from './waltz/problems.ts';
import { zebraFacts } from './zebra/facts.ts';
import { zebraProblems } from './zebra/problems.ts';

const fact = (template: string, data: FactInput['data']): FactInput => ({ template, data });

describe('the problems of a seating', () => {
  const guest = (name: string, sex: string, hobby: string) => fact('guest', { name, sex, hobby });
  const guests = [guest('a', 'f', 'chess'), guest('b', 'm', 'chess'), guest('c', 'm', 'golf')];
  const problems = (...names: readonly string[]) =>
    mannersProblems(
      guests,
      names.map((name, i) => fact('placed', { seat: i + 1, guest: name })),
    );

  it.each([
    [['a', 'b'], '2 of 3 guests sit'],
    [['a', 'b', 'a'], 'a guest sits twice'],
    [['a', 'b', 'c'], 'seats 2 and 3 are of one sex'],
    [['a', 'c', 'b'], 'seats 1 and 2 share no hobby'],
  ])('%j: %s', (names, problem) => {
    expect(problems(...names)).toContain(problem);
  });

  it('are none for neighbours of two sexes with a hobby in common', () => {
    const placed = [fact('placed', { seat: 2, guest: 'b' }), fact('placed', { seat: 1, guest: 'a' })];
    expect(mannersProblems(guests.slice(0, 2), placed)).toEqual([]);
  });
});

describe('the problems of labels', () => {
  const lines = [fact('line', { drawing: 0, p1: 1, p2: 2 })];
  const edge = (from: number, to: number, label: string) => fact('edge', { drawing: 0, from, to, label });

  it('are lines whose ends do not agree, junctions that cannot be, and points without one', () => {
    const junction = fact('junction', { at: 1, kind: 'ell', p1: 2, p2: 3, p3: 0 });
    const edges = [edge(1, 2, 'plus'), edge(2, 1, 'minus'), edge(1, 3, 'plus')];
    expect(waltzProblems(lines, [...edges, junction])).toEqual([
      'line 1 2 is plus at one end only',
      'ell at 1 is plus plus',
      '1 of 2 points are junctions',
    ]);
  });

  it('are lines without a label', () => {
    expect(waltzProblems(lines, [edge(1, 2, 'none'), edge(2, 1, 'none')])).toContain(
      'line 1 2 is none at one end only',
    );
  });
});

describe('the problems of the zebra', () => {
  it('are the clues that do not hold', () => {
    const everyoneInFirst = zebraFacts().filter(({ data }) => data['house'] === 1);
    const answer = everyoneInFirst.map(({ data }) => fact('lives', data));
    expect(zebraProblems(zebraFacts(), [...answer, ...zebraFacts()])).toEqual([
      'chesterfield and fox are no neighbours',
      'kools and horse are no neighbours',
      'norwegian and blue are no neighbours',
      'green is not to the right of ivory',
      'milk is not drunk in the middle',
      '5 of 25 places are taken',
      'the choices left are not those of the answer',
    ]);
  });
});
