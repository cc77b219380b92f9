/** Alternatives that lowering adds in a rule that closes, for an aggregate that is unknown. */
import type { WhenSyntax } from '../../../compiler/syntax.ts';
import { isKnown, isReading, saysUnknown } from './document-forms.ts';
import type { RaiseScope } from './raise-scope.ts';

type Elements = readonly WhenSyntax[];

/**
 * The elements without the alternatives that hold because an aggregate before them is unknown: they belong to its comparison.
 * A mistake in that shows when the rule is lowered again.
 */
export function withoutUnknown(scope: RaiseScope, elements: Elements): Elements {
  if (scope.document?.mode !== 'possible') return elements;
  return elements.flatMap((element): Elements => {
    if (element.kind !== 'any') return [element];
    const branches: Elements[] = [];
    let isAfter = false;
    for (const branch of element.branches) {
      if (isAfter && isUnknown(scope, branch)) continue;
      isAfter = branch.at(-1)?.kind === 'aggregate';
      branches.push(withoutUnknown(scope, branch));
    }
    const [only, another] = branches;
    if (only === undefined || branches.length === element.branches.length) return [element];
    return another === undefined ? only : [{ ...element, branches }];
  });
}

/** True if the last element says that something is unknown, and those before it what is known. */
function isUnknown(scope: RaiseScope, branch: Elements): boolean {
  const last = branch.at(-1);
  if (last === undefined || !saysUnknown(scope, last)) return false;
  return branch
    .slice(0, -1)
    .every((element) => element.kind === 'pattern' || isKnown(scope, element) || isReading(scope, element));
}
