import type { Lowered, PlainOperand } from '../../language/operators/operator.ts';
import type { FieldTest } from './check-condition.ts';
import type { FieldPlace, Join } from './check-field.ts';
import { intersect, isEmpty, restrict, slotDomain, type Domain } from '../scope/domain.ts';
import { domainOf } from '../scope/resolve-reference.ts';

/** What the tests and joins leave of the slot's values; reports the first that leaves nothing. */
export function narrowField(tests: readonly FieldTest[], joins: readonly Join[], place: FieldPlace): Domain {
  const { slot, environment, context } = place;
  const joined = (name: string): Domain => domainOf(name, slot.type, environment, context);
  const steps = [
    ...tests.map(({ lowered, at }) => ({
      at,
      apply: (domain: Domain) => afterTest(domain, lowered, joined),
    })),
    ...joins.map(({ name, at }) => ({ at, apply: (domain: Domain) => intersect(domain, joined(name)) })),
  ];
  let domain = slotDomain(slot);
  for (const { at, apply } of steps) {
    const next = apply(domain);
    if (isEmpty(next)) {
      const parameters = { why: `nothing is left of the values of slot \`${slot.name}\`` };
      context.report.add('never-holds', at, parameters);
      return domain;
    }
    domain = next;
  }
  return domain;
}

function afterTest(domain: Domain, lowered: Lowered<PlainOperand>, joined: (name: string) => Domain): Domain {
  switch (lowered.kind) {
    case 'predicate':
      return lowered.restriction ? restrict(domain, lowered.restriction) : domain;
    case 'none-of': {
      const values = lowered.operands.flatMap((operand) =>
        operand.kind === 'literal' ? [operand.value] : [],
      );
      return restrict(domain, { kind: 'none-of', values });
    }
    case 'equals': {
      const { operand } = lowered;
      if (operand.kind === 'variable') return intersect(domain, joined(operand.name));
      return restrict(domain, { kind: 'one-of', values: [operand.value] });
    }
  }
}
