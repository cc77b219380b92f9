import type { BudgetLimit } from '../../../runtime/budget-info.ts';
import { GREATEST_INTEGER } from '../../../runtime/values/integer64.ts';
import type { BudgetSyntax } from '../../budget-syntax.ts';
import { memberNames } from '../../budget-paths.ts';
import type { PathTree } from '../../short-tree.ts';
import type { Literal } from '../../values.ts';
import { findConstant } from '../scope/constants.ts';
import { checkBudgetSource, type BudgetPlace } from './source.ts';

/** The limit; null (reported) if it is none, or if the caller would set it. `keys`: names of the members of `per` */
export function checkBudgetLimit(
  { limit }: BudgetSyntax,
  keys: readonly string[],
  place: BudgetPlace,
): BudgetLimit | null {
  if (limit.kind === 'number') return numberOf(limit.value) ?? refuse(limit, place);
  return limit.root.value === 'const' && !place.checked.templates.has('const')
    ? constantOf(limit, place)
    : hostSlotOf(limit, keys, place);
}

function refuse({ at }: Pick<PathTree, 'at'>, { report }: BudgetPlace): null {
  report.add('budget-limit', at);
  return null;
}

function numberOf(value: bigint): BudgetLimit | null {
  return value >= 0n && value <= GREATEST_INTEGER ? { kind: 'number', value: String(value) } : null;
}

function integerOf(literal: Literal): bigint | null {
  const value = literal.type === 'INTEGER' ? BigInt(literal.value) : -1n;
  return value < 0n ? null : value;
}

/** `const.x`, or `const.m[key]` */
function constantOf(path: PathTree, place: BudgetPlace): BudgetLimit | null {
  const [member, index, ...others] = path.steps;
  if (member?.kind !== 'member' || others.length > 0 || path.optional !== null) return refuse(path, place);
  const constant = findConstant(member.name, member.at, place);
  if (constant === null) return null;
  if (index === undefined) {
    const value = constant.kind === 'single' ? integerOf(constant.value) : null;
    return (value === null ? null : numberOf(value)) ?? refuse(path, place);
  }
  if (constant.kind !== 'map' || index.kind !== 'index' || index.index.kind !== 'path')
    return refuse(path, place);
  const key = checkBudgetSource(index.index, 'limit', place);
  const entries = [...constant.entries].map(([name, literal]) => [name, integerOf(literal)] as const);
  if (entries.some(([, value]) => value === null)) return refuse(path, place);
  const written = entries.map(([name, value]) => [name, String(value)] as const);
  return key && { kind: 'map', entries: written, key: key.source };
}

/** A slot of a fact that the host sends, for the key that the fact names. */
function hostSlotOf(path: PathTree, keys: readonly string[], place: BudgetPlace): BudgetLimit | null {
  const { checked, report } = place;
  const names = memberNames(path);
  const [slotName, ...others] = names ?? [];
  const template = checked.templates.get(path.root.value);
  const shown = [path.root.value, ...(names ?? [])].join('.');
  const isDocument = path.root.value === 'input' && template?.from !== 'host';
  const isOwnSlot = names?.length === 0 && place.template?.slots.some(({ name }) => name === path.root.value);
  if (isDocument || isOwnSlot === true || (template !== undefined && template.from !== 'host')) {
    report.add('budget-limit-from-caller', path.at, { path: shown });
    return null;
  }
  const slot = template?.slots.find(({ name }) => name === slotName);
  if (template === undefined || slotName === undefined || others.length > 0 || slot?.type !== 'INTEGER')
    return refuse(path, place);
  if (!slot.list) {
    const slots = new Set(template.slots.flatMap(({ name, list }) => (list ? [] : [name])));
    const join = keys.filter((name) => slots.has(name));
    return { kind: 'fact', template: template.name, slot: slotName, join };
  }
  report.add('budget-list', path.at, { path: shown });
  return null;
}
