import type { Span } from '../../diagnostics/position.ts';
import { closestName } from '../../diagnostics/suggest.ts';
import type { Expression } from '../../language/expression/expression.ts';
import { buildAt } from '../../language/operators/build-expression.ts';
import { MOMENT_SLOT } from '../../language/operators/recent-function.ts';
import type { CountedSlot, CountedSlots, WrittenStep } from '../../language/operators/temporal-operator.ts';
import type { Slot, Template } from '../../ruleset.ts';
import type { ArgumentSyntax, Located } from '../../syntax.ts';
import { isNumeric } from '../../language/slot-types.ts';
import { reportUnknownSlot, slotOf, type Bound } from '../scope/environment.ts';
import { findTemplate } from '../scope/find-template.ts';
import { typeText } from '../scope/literals.ts';
import type { RuleContext } from '../scope/rule-context.ts';
import { durationMs } from '../../../runtime/values/duration.ts';

/** The call that contains an argument. */
interface ArgumentOf {
  readonly operator: string;
  readonly at: Span;
  readonly context: RuleContext;
}

/** Slot of the time when none is named. */
const TIMESTAMP_SLOT = 'ts';
/** The constructs nest one query a step. */
const MOST_STEPS = 32;
const MS = 1000;
const STEP_KEYS = ['template', 'slot', 'value', 'slot_ts'];

function wrongKind(argument: ArgumentSyntax, { operator, context }: ArgumentOf, expected: string): null {
  context.report.add('argument-kind', argument.at, { operator, expected });
  return null;
}

function readName(argument: ArgumentSyntax, of: ArgumentOf, expected: string): Located<string> | null {
  if (argument.kind !== 'bare' && argument.kind !== 'quoted') return wrongKind(argument, of, expected);
  return { value: argument.text, at: argument.at };
}

export function readTemplate(argument: ArgumentSyntax, of: ArgumentOf): Template | null {
  const name = readName(argument, of, 'the name of a template');
  return name && findTemplate(name, of.context);
}

export function readSlot(template: Template, argument: ArgumentSyntax, of: ArgumentOf): CountedSlot | null {
  const name = readName(argument, of, 'the name of a slot');
  if (name === null) return null;
  const slot = slotOf(template, name.value);
  if (slot === null) reportUnknownSlot(name, template, of.context.report);
  if (slot?.list) return wrongKind(argument, of, 'a slot of one value');
  return slot && { template: template.name, slot };
}

/** A slot, or a list of slots that are distinguished together. */
export function readSlots(template: Template, argument: ArgumentSyntax, of: ArgumentOf): CountedSlots | null {
  const items = argument.kind === 'list' ? argument.items : [argument];
  if (items.length === 0) of.context.report.add('empty-list', argument.at);
  const slots = items.map((item) => readSlot(template, item, of)?.slot ?? null);
  if (slots.length === 0 || slots.includes(null)) return null;
  return { template: template.name, slots: slots.flatMap((slot) => slot ?? []) };
}

/** A slot that holds a time; `ts` when none is named. */
export function readTimestamp(
  template: Template,
  argument: ArgumentSyntax | undefined,
  of: ArgumentOf,
): CountedSlot | null {
  const { report } = of.context;
  if (argument !== undefined) {
    const counted = readSlot(template, argument, of);
    return counted && asTime(counted.slot, argument.at);
  }
  const slot = slotOf(template, TIMESTAMP_SLOT);
  if (slot !== null) return asTime(slot, of.at);
  report.add('timestamp-missing', of.at, { template: template.name });
  return null;

  function asTime(found: Slot, at: Span): CountedSlot | null {
    if (MOMENT_SLOT.includes(found.type) && !found.list) return { template: template.name, slot: found };
    report.add('timestamp-type', at, { slot: found.name, type: found.type });
    return null;
  }
}

/** Returns the slot or slots that an argument names; null (reported) if there are none. */
export type Naming = (argument: Extract<ArgumentSyntax, { kind: 'reference' | 'variable' }>) => Bound | null;

/** A whole number: written out 0 or more, or the name of an INTEGER. */
export function readCount(argument: ArgumentSyntax, of: ArgumentOf, named: Naming): Expression | null {
  const expected = 'a whole number';
  if (argument.kind === 'reference' || argument.kind === 'variable') {
    const bound = named(argument);
    if (bound === null) return null;
    if (bound.type !== 'INTEGER' || bound.list) return wrongKind(argument, of, expected);
    return buildAt(argument.at).variable(bound.name);
  }
  if (argument.kind !== 'bare') return wrongKind(argument, of, expected);
  const { text, at } = argument;
  const count = typeText(text, 'INTEGER', at, of.context.report);
  if (count === null) return null;
  if (Number(count.value) >= 0) return buildAt(at).literal(count);
  of.context.report.add('negative-count', at, { text });
  return null;
}

/** A number of seconds: written out more than 0, or a duration, or the name of a number; FLOAT seconds. */
export function readSeconds(argument: ArgumentSyntax, of: ArgumentOf, named: Naming): Expression | null {
  const expected = 'a number of seconds';
  if (argument.kind === 'reference' || argument.kind === 'variable') {
    const bound = named(argument);
    if (bound === null) return null;
    if (!isNumeric(bound.type) || bound.list) return wrongKind(argument, of, expected);
    const { call, variable } = buildAt(argument.at);
    return call('float', variable(bound.name));
  }
  if (argument.kind !== 'bare') return wrongKind(argument, of, expected);
  const { text, at } = argument;
  const duration = durationMs(text);
  if (duration !== null) return buildAt(at).literal({ type: 'FLOAT', value: duration / MS });
  const seconds = typeText(text, 'FLOAT', at, of.context.report);
  if (seconds === null) return null;
  if (Number(seconds.value) > 0) return buildAt(at).literal(seconds);
  of.context.report.add('window-not-positive', at, { text });
  return null;
}

/** `[{template, slot, value, slot_ts}, …]`. */
export function readSteps(argument: ArgumentSyntax, of: ArgumentOf): readonly WrittenStep[] | null {
  const { report } = of.context;
  if (argument.kind !== 'list') return wrongKind(argument, of, 'a list of steps');
  const { items, at } = argument;
  if (items.length === 0) report.add('empty-list', at);
  if (items.length > MOST_STEPS) report.add('too-many-steps', at, { limit: MOST_STEPS });
  if (items.length === 0 || items.length > MOST_STEPS) return null;
  const steps = items.map((item) => readStep(item, of));
  return steps.includes(null) ? null : steps.flatMap((step) => step ?? []);
}

function readStep(item: ArgumentSyntax, of: ArgumentOf): WrittenStep | null {
  const { report } = of.context;
  if (item.kind !== 'map') return wrongKind(item, of, 'steps `{template, slot, value}`');
  const values = new Map<string, ArgumentSyntax>();
  for (const { key, value } of item.entries) {
    if (!STEP_KEYS.includes(key.value)) {
      const parameters = { key: key.value, owner: 'a step' };
      report.add('unknown-key', key.at, parameters, closestName(key.value, STEP_KEYS));
    } else if (values.has(key.value)) report.add('duplicate-key', key.at, { key: key.value });
    else values.set(key.value, value);
  }
  const required = (key: string): ArgumentSyntax | null => {
    const value = values.get(key) ?? null;
    if (value === null) report.add('missing-key', item.at, { owner: 'a step', key });
    return value;
  };
  const [template, slot, value] = [required('template'), required('slot'), required('value')];
  return template && slot && value && { template, slot, value, timestamp: values.get('slot_ts') };
}
