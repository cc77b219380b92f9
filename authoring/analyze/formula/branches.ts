import type {
  TypedCall,
  TypedExpression,
  TypedFunction,
} from '../../../compiler/language/expression/typed-expression.ts';
import type { Scope, Term } from './scope.ts';

/** Branches of a function beyond which its value is not understood. */
const MOST_BRANCHES = 200;

/** One way through a function: taken where its test holds and none before it does. */
interface Branch {
  /** `null` for the default branch. */
  readonly test: TypedExpression | null;
  readonly value: TypedExpression;
}

/** Scope in which functions are looked up. */
interface Functions {
  readonly functionOf: (id: number) => TypedFunction | undefined;
  readonly changeable: ReadonlySet<number>;
}

/**
 * The branches of a called function, with its arguments in place of its parameters, if it is just a list of
 * them, such as the rows of a table. `null` for any other shape.
 */
export function branchesOf(
  { target, args }: TypedCall,
  scope: Scope,
  { functionOf, changeable }: Functions,
): { readonly branches: readonly Branch[]; readonly scope: Scope } | null {
  const called = target.kind === 'deffunction' ? functionOf(target.version.id) : undefined;
  if (called === undefined || called.wildcard !== null || called.locals.size > 0) return null;
  if (called.body.length > MOST_BRANCHES || changeable.has(called.version.id)) return null;
  const inner = new Map<string, Term>();
  for (const [i, parameter] of called.parameters.entries()) {
    const term = termOf(args[i], scope);
    if (term === null) return null;
    inner.set(parameter, term);
  }
  const last = called.body.at(-1);
  const branches = called.body.slice(0, -1).map(branchOf);
  if (last === undefined || last.kind === 'return' || last.kind === 'if') return null;
  const known = branches.flatMap((branch) => branch ?? []);
  if (known.length < branches.length) return null;
  return { branches: [...known, { test: null, value: last }], scope: inner };
}

function termOf(arg: TypedExpression | undefined, scope: Scope): Term | null {
  if (arg?.kind === 'literal') return arg.value;
  return arg?.kind === 'variable' ? (scope.get(arg.name) ?? null) : null;
}

/** `null` if it is not a test that returns a value. */
function branchOf(expression: TypedExpression): Branch | null {
  if (expression.kind !== 'if' || expression.else.length > 0 || expression.then.length !== 1) return null;
  const [only] = expression.then;
  return only?.kind === 'return' ? { test: expression.test, value: only.value } : null;
}
