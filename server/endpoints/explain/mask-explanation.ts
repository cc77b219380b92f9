import type { SensitiveInfo } from '../../../runtime/description.ts';
import { keyOf, type SlotProposals } from '../../../library/explain/flips/propose.ts';
import type {
  ExplainedFact,
  FactChange,
  FailedCondition,
  Flip,
  Other,
  RawExplanation,
  Stuck,
} from '../../../library/explain/explanation.ts';
import { HIDDEN } from '../../../evidence/mask/masking.ts';

type Values = Readonly<Record<string, unknown>>;

const mask = (_value: unknown): unknown => HIDDEN;

/**
 * An explanation without the values of sensitive slots, wherever they got to.
 *
 * @param proposals where the values come from that changes of the request are tried with
 */
export function maskExplanation(
  explanation: RawExplanation,
  { slots, rules }: SensitiveInfo,
  proposals: SlotProposals,
): RawExplanation {
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
  // A value that is in no fact may have been computed from one.
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
  // A value tried in one slot may belong to another: only constants of rules and already visible values are shown.
  const proposed = (template: string, slot: string, value: unknown): unknown => {
    if (isSecret(template, slot)) return mask(value);
    const joined = proposals.joinedWith(template, slot);
    const isOpen =
      proposals.isConstant(template, slot, value) ||
      explanation.facts.some((fact) =>
        Object.entries(fact.data).some(
          ([name, held]) =>
            joined.has(`${fact.template}.${name}`) && !isSecret(fact.template, name) && holds(held, value),
        ),
      );
    return isOpen ? value : mask(value);
  };
  const change = (one: FactChange): object => {
    switch (one.kind) {
      case 'slot':
        return {
          ...one,
          from: isSecret(one.template, one.slot) ? mask(one.from) : one.from,
          to: proposed(one.template, one.slot, one.to),
        };
      case 'remove':
        return one;
      case 'add': {
        const entries = Object.entries(one.data);
        const told = entries.map(([slot, value]) => [slot, proposed(one.template, slot, value)] as const);
        return { ...one, data: Object.fromEntries(told) };
      }
    }
  };
  const flip = (one: Flip<FactChange>): object => ({
    ...one,
    changes: one.changes.map(change),
    reason: one.rule === null ? one.reason : reasonOf([one.rule], one.reason),
  });
  const { firings, not_fired: notFired, flips, reason } = explanation;
  // A masked value is a marker, wherever it is.
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
        // The slot of each value is not shown.
        bindings: isNear
          ? Object.fromEntries(bindings.map(([name, value]) => [name, mask(value)]))
          : firing.bindings,
      };
    }),
    facts: explanation.facts.map(fact),
    not_fired: notFired.map((one) => ({ ...one, stuck: one.stuck === null ? null : stuck(one.stuck) })),
    ...(flips === undefined ? {} : { flips: { ...flips, found: flips.found.map(flip) } }),
  } as RawExplanation;
}

/** True if a slot's value is the proposed one, or has an item that is, as a list of one or alone. */
function holds(held: unknown, proposed: unknown): boolean {
  const wanted = keyOf(Array.isArray(proposed) && proposed.length === 1 ? proposed[0] : proposed);
  return (
    keyOf(held) === keyOf(proposed) ||
    (Array.isArray(held) ? held : [held]).some((one) => keyOf(one) === wanted)
  );
}
