import { closestName } from '../../diagnostics/suggest.ts';
import type { Operator } from '../../language/operators/operator.ts';
import type { Hierarchy, Slot } from '../../ruleset.ts';
import type { OperatorSyntax } from '../../syntax.ts';
import { setOf } from './allowed-values.ts';
import type { RuleContext } from './rule-context.ts';

type Hierarchies = ReadonlyMap<string, Hierarchy>;

/** The choices for the slots of a ruleset, which many conditions use. */
const chosen = new WeakMap<Hierarchies, Map<Slot, Hierarchy | null>>();

/** The hierarchy whose levels the slot allows, or the first one loaded. */
function hierarchyOfSlot(slot: Slot, hierarchies: Hierarchies): Hierarchy | null {
  const choices = chosen.get(hierarchies) ?? new Map<Slot, Hierarchy | null>();
  chosen.set(hierarchies, choices);
  let hierarchy = choices.get(slot);
  if (hierarchy === undefined) {
    const { allowed } = slot;
    const all = [...hierarchies.values()];
    const matching =
      allowed &&
      all.find(({ levels }) => {
        const known = setOf(levels);
        return allowed.every((value) => known.has(value));
      });
    choices.set(slot, (hierarchy = matching ?? all[0] ?? null));
  }
  return hierarchy;
}

/** The hierarchy that a call compares in: the one it names, or the slot's. Null (reported) when there is none. */
export function chooseHierarchy(
  call: OperatorSyntax,
  operator: Operator,
  slot: Slot,
  { checked, report }: RuleContext,
): Hierarchy | null {
  if (!operator.parameters.includes('level')) return null;
  const argument = call.args[operator.parameters.indexOf('hierarchy')];
  if (argument === undefined) {
    const found = hierarchyOfSlot(slot, checked.hierarchies);
    if (found === null) report.add('no-hierarchy', call.at, { operator: operator.name });
    return found;
  }
  if (argument.kind !== 'bare' && argument.kind !== 'quoted') {
    report.add('argument-kind', argument.at, {
      operator: operator.name,
      expected: 'the name of a hierarchy',
    });
    return null;
  }
  return findHierarchy(argument.text, argument.at, checked.hierarchies, report);
}

/** A hierarchy by its name or by its file (`clearance`, `hierarchies/clearance.yaml`). */
export function findHierarchy(
  reference: string,
  at: OperatorSyntax['at'],
  hierarchies: Hierarchies,
  report: RuleContext['report'],
): Hierarchy | null {
  const name = reference.replace(/^.*\//, '').replace(/\.ya?ml$/, '');
  const found = hierarchies.get(name) ?? null;
  if (found === null) report.add('unknown-hierarchy', at, { name }, closestName(name, hierarchies.keys()));
  return found;
}
