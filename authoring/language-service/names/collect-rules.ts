import type { ThenSyntax } from '../../../compiler/syntax.ts';
import type { LeftSyntax, RightSyntax, WrittenGroupSyntax } from '../../../compiler/short-syntax.ts';
import { collectArgument, collectParts, collectThen, collectWhen } from './long-names.ts';
import { collectExpression, collectLeft, collectRight, collectShortText } from './short-names.ts';
import { scopeOf, slotId, templateId, type Names, type Scope } from './scope.ts';

type WrittenRule = WrittenGroupSyntax['rules'][number];
type WrittenTable = WrittenGroupSyntax['tables'][number];

/**
 * Takes the names of a rule.
 *
 * @param owner begins the ids of its own names
 */
export function collectRule(names: Names, module: string, one: WrittenRule, owner: string): void {
  const { value, at } = one.rule.name;
  names.collector.add('rule', `rule:${module}::${value}`, value, at, 'definition');
  const scope = scopeOf(names, owner);
  if (one.form === 'short') collectHalves(scope, one.rule.left, one.rule.right);
  else {
    const inside = collectWhen(scope, one.rule.when);
    for (const { parts } of one.rule.metadata) collectParts(inside, parts);
    collectThen(inside, one.rule.then);
  }
}

/** Takes the names of a table; see `collectRule`. */
export function collectTable(names: Names, module: string, one: WrittenTable, owner: string): void {
  const { collector } = names;
  const { table } = one.form === 'long' ? one : { table: one.table.table };
  if (table.module !== null)
    collector.add('module', `module:${table.module.value}`, table.module.value, table.module.at);
  const { value, at } = table.name;
  collector.add('rule', `rule:${table.module?.value ?? module}::${value}`, value, at, 'definition');
  const scope = scopeOf(names, owner);
  const inside =
    one.form === 'long' ? collectWhen(scope, table.when) : collectLeftHalf(scope, one.table.left);
  for (const input of table.inputs) collectArgument(inside, input);
  if (one.form === 'short') for (const input of one.table.inputs) collectExpression(inside, input);
  if (one.form === 'short') for (const text of one.table.texts.values()) collectShortText(inside, text);
  for (const row of [...table.rows, ...(table.default === null ? [] : [table.default])]) {
    collectColumns(inside, row.then);
    collectThen(inside, row.then);
  }
}

/** Columns of output are written `assert template.slot`. */
function collectColumns({ names: { collector } }: Scope, { assert }: ThenSyntax): void {
  for (const { slot } of assert.flatMap(({ slots }) => slots)) {
    const { file, start } = slot.at;
    const [, before = '', template, name] =
      /^(assert\s+)([\w-]+)\.([\w-]+)$/.exec(collector.textAt(slot.at)) ?? [];
    if (template === undefined || name === undefined) continue;
    const at = start + before.length;
    collector.addAt('template', templateId(template), template, file, at, 'write');
    collector.addAt('slot', slotId(template, name), name, file, at + template.length + 1, 'write');
  }
}

function collectLeftHalf(scope: Scope, left: LeftSyntax): Scope {
  return left.form === 'short' ? collectLeft(scope, left) : collectWhen(scope, left.when);
}

function collectHalves(scope: Scope, left: LeftSyntax, right: RightSyntax): void {
  const inside = collectLeftHalf(scope, left);
  if (right.form === 'short') collectRight(inside, right);
  else {
    for (const { parts } of right.metadata) collectParts(inside, parts);
    collectThen(inside, right.then);
  }
}
