import type { Condition } from './condition.ts';

/** Conditions with one part less. Parts of quantifiers stay inside, because they may name the item. */
export function* smallerCondition(condition: Condition): Generator<Condition> {
  switch (condition.kind) {
    case 'and':
    case 'or':
      yield* condition.parts;
      for (const [i, part] of condition.parts.entries())
        for (const smaller of smallerCondition(part))
          yield { ...condition, parts: condition.parts.with(i, smaller) };
      return;
    case 'not':
      yield condition.part;
      for (const part of smallerCondition(condition.part)) yield { ...condition, part };
      return;
    case 'exists':
    case 'forall':
    case 'facts':
      for (const part of smallerCondition(condition.part)) yield { ...condition, part };
      return;
    case 'fold':
      if (condition.part === null) return;
      for (const part of smallerCondition(condition.part)) yield { ...condition, part };
      return;
    default:
  }
}
