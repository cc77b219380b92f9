/** Names of a rule in the short form, and the mark of a half that has none. */
import { primary, type Fragment } from './fragment.ts';
import type { RaiseScope } from './raise-scope.ts';

/** Marks the half as one without a short form. */
export function refuse(scope: RaiseScope): Fragment {
  scope.state.hasFailed = true;
  return primary('');
}

const RESERVED: ReadonlySet<string> = new Set([
  ...['and', 'or', 'not', 'in', 'true', 'false', 'null', 'input', 'const', 'now', 'is'],
  ...['exists', 'forall', 'count', 'sum', 'min', 'max', 'distinct', 'collect', 'some', 'every', 'matches'],
]);

export function freshName(scope: RaiseScope, base: string): string {
  let name = base;
  for (let i = 2; scope.taken.has(name) || RESERVED.has(name); i++) name = `${base}-${i}`;
  scope.taken.add(name);
  return name;
}
