import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { intersect, isEmpty, restrict, type Domain } from '../../../compiler/check/scope/domain.ts';
import type { Restriction } from '../../../compiler/language/operators/operator.ts';
import type { Literal, SlotType } from '../../../compiler/values.ts';

const any = (type: SlotType): Domain => ({ type, values: null, excluded: null, low: null, high: null });
const VALUES: readonly number[] = [-2, -1, 0, 1, 2, 3];
const BOUNDS = [...VALUES, -0.5, 0.5, 1.5];

const literal = (type: 'INTEGER' | 'FLOAT', value: number): Literal => ({ type, value });

function restrictions(type: 'INTEGER' | 'FLOAT'): fc.Arbitrary<Restriction> {
  const values = fc
    .uniqueArray(fc.constantFrom(...VALUES))
    .map((list) => list.map((value) => literal(type, value)));
  return fc.oneof(
    fc.record({ kind: fc.constant('one-of' as const), values }),
    fc.record({ kind: fc.constant('none-of' as const), values }),
    fc.record({
      kind: fc.constant('order' as const),
      relation: fc.constantFrom('>' as const, '<' as const, '>=' as const, '<=' as const),
      value: fc.constantFrom(...BOUNDS),
    }),
  );
}

function allows(restriction: Restriction, value: number): boolean {
  switch (restriction.kind) {
    case 'one-of':
      return restriction.values.some((item) => item.value === value);
    case 'none-of':
      return !restriction.values.some((item) => item.value === value);
    case 'order': {
      const limit = Number(restriction.value);
      const { relation } = restriction;
      if (relation === '>') return value > limit;
      if (relation === '<') return value < limit;
      return relation === '>=' ? value >= limit : value <= limit;
    }
  }
}

describe('what restrictions leave of a domain', () => {
  test.each(['INTEGER', 'FLOAT'] as const)('%s: it is never called empty when a value is left', (type) => {
    fc.assert(
      fc.property(fc.array(restrictions(type), { maxLength: 5 }), fc.nat(5), (list, cut) => {
        const left = list.slice(0, cut).reduce(restrict, any(type));
        const right = list.slice(cut).reduce(restrict, any(type));
        const hasValue = [...VALUES, ...(type === 'FLOAT' ? BOUNDS : [])].some((value) =>
          list.every((restriction) => allows(restriction, value)),
        );
        return !(hasValue && isEmpty(intersect(left, right)));
      }),
    );
  });

  test('bounds are exact beyond the safe integers', () => {
    const above = restrict(any('INTEGER'), { kind: 'order', relation: '>', value: 2n ** 60n });
    expect(isEmpty(restrict(above, { kind: 'order', relation: '<', value: 2n ** 60n + 2n }))).toBe(false);
    expect(isEmpty(restrict(above, { kind: 'order', relation: '<', value: 2n ** 60n + 1n }))).toBe(true);
  });
});
