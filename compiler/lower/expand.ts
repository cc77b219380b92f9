/** Uses of definitions: the body takes the place of the use, in a scope of its own. */
import type { DefinitionUse, Span } from '../diagnostics/position.ts';
import type { DefinitionSyntax } from '../short-syntax.ts';
import type { CallTree, PathTree, ShortExpression } from '../short-tree.ts';
import {
  failRule,
  findArgument,
  findDeclaredName,
  type Argument,
  type RuleScope,
  type Scope,
} from './scope.ts';

/** Parts of the trees that the definitions of one rule make, and those of a ruleset. */
const MOST_PARTS = 10_000;
const MOST_PARTS_OF_ALL = 250_000;

/** The definition that a name alone or a call means; null if a name of the rule hides it. */
function definitionOf(rule: RuleScope, name: string, scope: Scope): DefinitionSyntax | null {
  const definition = rule.definitions.byName.get(name);
  if (definition === undefined) return null;
  const isHidden = findDeclaredName(name, scope) !== null || findArgument(name, scope) !== null;
  return isHidden ? null : definition;
}

/** The body of a definition with its arguments, to be resolved in place of the use; null, reported, for wrong arguments. */
export function expandCall(
  rule: RuleScope,
  definition: DefinitionSyntax,
  { args, at }: Pick<CallTree, 'args' | 'at'>,
  scope: Scope,
): Argument | null {
  const parameters = definition.parameters ?? [];
  if (args.length !== parameters.length)
    return failRule(rule, 'short-arguments', at, { form: formOf(definition) });
  const bound = new Map(
    parameters.map(({ value }, i): [string, Argument] => {
      const tree = args[i];
      if (tree === undefined) throw new TypeError('as many arguments as parameters');
      return [value, { tree, scope }];
    }),
  );
  rule.definitions.used.add(definition);
  const use = rule.use ?? { at, shown: rule.placeOf(at) };
  return { tree: placed(definition.body, use), scope: { names: new Map(), args: bound, parent: null } };
}

/** `name(a, b)` */
export const formOf = ({ name, parameters }: DefinitionSyntax): string =>
  parameters === null ? name.value : `${name.value}(${parameters.map(({ value }) => value).join(', ')})`;

/**
 * The meaning of a path that begins with a parameter or with a definition: an expression and the scope of its names. Null if
 * it begins with neither; `failed` if a problem was reported.
 */
export function meaningOf(rule: RuleScope, path: PathTree, scope: Scope): Argument | 'failed' | null {
  const { root, steps, optional, at } = path;
  const argument = findArgument(root.value, scope);
  const definition = argument === null ? definitionOf(rule, root.value, scope) : null;
  if (argument === null && definition === null) return null;
  if (definition !== null && definition.parameters !== null) {
    failRule(rule, 'short-arguments', root.at, { form: formOf(definition) });
    return 'failed';
  }
  const meant = argument ?? (definition && expandCall(rule, definition, { args: [], at: root.at }, scope));
  if (meant === null) return 'failed';
  if (steps.length === 0 && optional === null) return meant;
  const { tree } = meant;
  if (tree.kind !== 'path') {
    const problem = `\`${root.value}\` stands for a value: it has no members`;
    failRule(rule, 'short-path', at, { problem });
    return 'failed';
  }
  const whole = { ...tree, steps: [...tree.steps, ...steps], optional: optional ?? tree.optional, at };
  return { tree: whole, scope: meant.scope };
}

/** Resolves what takes the place of a use; `at`: the use, which a rule itself writes or another definition. */
export function within<T>(rule: RuleScope, at: Span, resolveMeant: () => T): T {
  if (rule.use !== null) return resolveMeant();
  rule.use = { at, shown: rule.placeOf(at) };
  const result = resolveMeant();
  rule.use = null;
  return result;
}

/** Counts a part that expanding makes; false, reported once, beyond the limits. */
export function countPart(rule: RuleScope): boolean {
  if (rule.use === null) return true;
  rule.expanded++;
  rule.definitions.expanded++;
  if (rule.expanded <= MOST_PARTS && rule.definitions.expanded <= MOST_PARTS_OF_ALL) return true;
  const limit = rule.expanded > MOST_PARTS ? MOST_PARTS : MOST_PARTS_OF_ALL;
  failRule(rule, 'short-too-large', rule.use.at, { limit });
  return false;
}

/** The tree whose places say where the rule uses it. */
function placed(tree: ShortExpression, use: DefinitionUse): ShortExpression {
  return place(tree, use) as ShortExpression;
}

function place(value: unknown, use: DefinitionUse): unknown {
  if (Array.isArray(value)) return value.map((item) => place(item, use));
  if (typeof value !== 'object' || value === null) return value;
  if ('file' in value && 'start' in value) return { ...value, use };
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, place(part, use)]));
}
