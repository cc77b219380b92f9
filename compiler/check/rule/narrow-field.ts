import type { Lowered, PlainOperand } from '../../language/operators/operator.ts';
import type { FieldTest } from './check-condition.ts';
import type { FieldPlace, Join } from './check-field.ts';
import { intersect, isEmpty, restrict, slotDomain, type Domain } from '../scope/domain.ts';
import { elementAt } from '../../required.ts';
import { domainOf } from '../scope/resolve-reference.ts';

/** Returns the values of the slot that the tests and joins leave; reports the first that leaves none. */
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
  let left = slotDomain(slot);
  const domains = [left];
  for (const { apply } of steps) {
    left = apply(left);
    domains.push(left);
  }
  if (steps.length === 0 || !isEmpty(left)) return left;
  // An empty domain stays empty, so the first is found without visiting each.
  let [full, empty] = [0, steps.length];
  while (empty - full > 1) {
    const middle = (full + empty) >> 1;
    if (isEmpty(elementAt(domains, middle))) empty = middle;
    else full = middle;
  }
  const why = `the conditions exclude every value of slot \`${slot.name}\``;
  context.report.add('never-holds', elementAt(steps, full).at, { why });
  return elementAt(domains, full);
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
