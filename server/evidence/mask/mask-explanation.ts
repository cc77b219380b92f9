import type { SensitiveInfo } from '../../../runtime/contract.ts';
import type {
  Change,
  ExplainedFact,
  Explanation,
  FailedCondition,
  Flip,
  Other,
  Stuck,
} from '../../authors/explain/explanation.ts';

type Values = Readonly<Record<string, unknown>>;
/** What stands in the place of a value. */
export type Mask = (value: unknown) => unknown;

/** An explanation without the values of sensitive slots, wherever they got to. */
export function maskExplanation(
  explanation: Explanation,
  { slots, rules }: SensitiveInfo,
  mask: Mask,
): object {
  const facts = new Map(explanation.facts.map((fact) => [fact.id, fact]));
  const isSecret = (template: string | undefined, slot: string): boolean =>
    slots.get(template ?? '')?.includes(slot) === true;
  const data = (template: string, values: Values): Values =>
    Object.fromEntries(
      Object.entries(values).map(([slot, value]) => [slot, isSecret(template, slot) ? mask(value) : value]),
    );
  const reasonOf = (names: readonly string[], reason: string | null): unknown =>
    reason !== null && names.some((name) => rules.get(name)?.reason === true) ? mask(reason) : reason;
  const fact = (one: ExplainedFact): object => ({ ...one, data: data(one.template, one.data) });
  // What comes from no fact may have been computed from one.
  const other = (one: Other): object => {
    const isOpen =
      one.fact !== null && one.slot !== null && !isSecret(facts.get(one.fact)?.template, one.slot);
    return isOpen ? one : { ...one, value: mask(one.value) };
  };
  const failed = (id: number, one: FailedCondition): object => ({
    ...one,
    with: one.with.map(other),
    actual: isSecret(facts.get(id)?.template, one.slot) ? mask(one.actual) : one.actual,
    error: one.error === null ? null : mask(one.error),
  });
  const stuck = (one: Stuck): object => ({
    ...one,
    candidates: one.candidates.map(({ fact: id, failed: all }) => ({
      fact: id,
      failed: all.map((condition) => failed(id, condition)),
    })),
    values: one.values.map(other),
    inner: one.inner === null ? null : stuck(one.inner),
  });
  const change = (one: Change): object => {
    switch (one.kind) {
      case 'slot':
        return isSecret(one.template, one.slot) ? { ...one, from: mask(one.from), to: mask(one.to) } : one;
      case 'remove':
        return one;
      case 'add':
        return { ...one, data: data(one.template, one.data) };
    }
  };
  const flip = (one: Flip): object => ({
    ...one,
    changes: one.changes.map(change),
    reason: one.rule === null ? one.reason : reasonOf([one.rule], one.reason),
  });
  const { firings, not_fired: notFired, flips, reason } = explanation;
  return {
    ...explanation,
    reason: reasonOf(
      firings.map(({ rule }) => rule),
      reason,
    ),
    firings: firings.map((firing) => {
      const isNear = firing.matched.some(({ fact: id }) => slots.has(facts.get(id)?.template ?? ''));
      const bindings = Object.entries(firing.bindings);
      return {
        ...firing,
        reason: reasonOf([firing.rule], firing.reason),
        // Which of them hold a value of which slot is not told.
        bindings: isNear
          ? Object.fromEntries(bindings.map(([name, value]) => [name, mask(value)]))
          : firing.bindings,
      };
    }),
    facts: explanation.facts.map(fact),
    not_fired: notFired.map((one) => ({ ...one, stuck: one.stuck === null ? null : stuck(one.stuck) })),
    ...(flips === undefined ? {} : { flips: { ...flips, found: flips.found.map(flip) } }),
  };
}
