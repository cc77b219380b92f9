/** Facts known not to arrive, flags of facts, and the stacks of agendas, as the printed plan shows them. */
import { describe, expect, it } from 'vitest';
import { a, allow, planLines, same } from './plan-lines.ts';

describe('arrivals, membership and agendas', () => {
  it('waits for no fact that cannot come', () => {
    const asserts = { name: 's', when: [{ template: 'n' }], then: { assert: [{ template: 'b' }] } };
    expect(planLines('waiting', [a, same('b')], allow)[0]).toContain('awaits 2');
    expect(planLines('waiting', [a, same('b')], allow, asserts)[0]).not.toContain('awaits');
  });

  it('keeps no removable fact for matches that cannot come', () => {
    const fact = { ...same('b'), alias: '$b' };
    const retract = { retract: ['$b'] };
    const removable = (when: unknown[], ...others: unknown[]): string =>
      planLines('removable-facts, b', when, retract, ...others)[0]!;
    expect(removable([a, fact])).toMatch(/awaits 1$/);
    expect(removable([a, same('n'), fact])).toMatch(/awaits 5$/);
    // A match that is set free or put off comes without a new fact.
    expect(removable([a, { not: [{ template: 'n' }] }, fact])).not.toContain('awaits');
    expect(removable([a, { exists: [{ template: 'n' }] }, fact])).not.toContain('awaits');
    expect(removable([a, { template: 'b', alias: '$b' }])).not.toContain('awaits');
    const asserts = { name: 's', when: [{ template: 'n' }], then: { assert: [{ template: 'a' }] } };
    expect(removable([a, fact], asserts)).not.toContain('awaits');
  });

  it('flags a fact that can meet itself at once', () => {
    expect(planLines('facts, a', [a, same('a')], allow)[0]).toMatch(/flag 0:1 at once$/);
    expect(planLines('facts, b', [a, same('b')], allow)[0]).toMatch(/flag 0:1$/);
  });

  it('has one stack a salience, the highest first', () => {
    const other = { name: 's', salience: 5, when: [a], then: allow };
    expect(planLines('agenda', [a], allow, other)).toEqual(['agenda MAIN: 5, 0']);
  });
});
