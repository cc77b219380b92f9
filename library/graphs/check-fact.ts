import type { Report } from '../../compiler/diagnostics/report.ts';
import { closestName } from '../../compiler/diagnostics/suggest.ts';
import type { Span } from '../../compiler/diagnostics/position.ts';
import type { Slot, Template } from '../../compiler/ruleset.ts';
import type { Located } from '../../compiler/syntax.ts';
import { isHiddenTemplate } from '../../runtime/values/hidden-template.ts';
import { jsonText } from '../../runtime/values/json-text.ts';
import { NumberText } from '../../runtime/values/number-text.ts';
import type { FactSyntax } from './graph-syntax.ts';
import type { Reference, ValuePlan } from './graph.ts';

/**
 * Checks what is known of a fact before anything runs: template, slots, the values that are written out, and that
 * every node it refers to comes before. The rest is for the validation chain when the run knows the values.
 */
export function checkFact(
  { template: name, slots, at }: FactSyntax,
  templates: ReadonlyMap<string, Template> | null,
  comesBefore: (name: Located<string>) => void,
  report: Report,
): void {
  for (const { value } of slots) {
    for (const reference of referencesOf(value.value)) {
      if (reference.from === 'node') comesBefore({ value: reference.node, at: value.at });
    }
  }
  if (templates === null) return;
  const own = [...templates.values()].filter((one) => !isHiddenTemplate(one)).map((one) => one.name);
  const found = templates.get(name.value);
  const template = found !== undefined && isHiddenTemplate(found) ? undefined : found;
  if (template === undefined) {
    const suggestion = closestName(name.value, own);
    report.add('unknown-template', name.at, { name: name.value }, suggestion);
    return;
  }
  if (template.scope === 'fleet') report.add('graph-fleet-template', name.at, { name: name.value });
  if (template.from === 'host') report.add('graph-host-template', name.at, { name: name.value });
  const known = new Map(template.slots.map((slot) => [slot.name, slot]));
  for (const { slot: key, value } of slots) {
    const slot = known.get(key.value);
    if (slot === undefined) {
      const suggestion = closestName(key.value, [...known.keys()]);
      report.add('unknown-slot', key.at, { template: name.value, slot: key.value }, suggestion);
    } else {
      checkValue(slot, value.value, value.at, report);
    }
  }
  for (const { name: slot, required, default: fallback } of template.slots) {
    if (!required || fallback !== null || slots.some((written) => written.slot.value === slot)) continue;
    report.add('graph-missing-slot', at, { template: name.value, slot });
  }
}

function checkValue(slot: Slot, value: ValuePlan, at: Span, report: Report): void {
  if (!mayFit(slot, value)) {
    report.add('value-never-fits', at, { slot: slot.name, type: slot.type });
    return;
  }
  if (slot.allowed === null || value.kind !== 'constant') return;
  const text = stringForm(value.value);
  if (!slot.allowed.includes(text)) report.add('value-not-allowed', at, { slot: slot.name, value: text });
}

/** Steps 5 and 6 of the validation chain, as far as the value is known. */
function mayFit(slot: Slot, value: ValuePlan): boolean {
  const { type, list } = slot;
  if (value.kind === 'map') return false;
  if (list || value.kind === 'list') {
    if (value.kind === 'reference') return list && value.reference.from === 'params';
    return (
      list && value.kind === 'list' && value.items.every((item) => mayFit({ ...slot, list: false }, item))
    );
  }
  switch (value.kind) {
    case 'reference':
      return value.reference.from === 'params' || type === 'STRING' || type === 'SYMBOL';
    case 'text':
      return type === 'STRING' || type === 'SYMBOL' || type === 'TIME';
    case 'constant': {
      if (value.value === null) return false;
      if (type === 'STRING') return true;
      if (type === 'BOOLEAN') return typeof value.value === 'boolean';
      if (type === 'TIME') return typeof value.value !== 'boolean';
      if (type === 'SYMBOL') return typeof value.value === 'string';
      const number = value.value instanceof NumberText ? value.value.value : value.value;
      if (typeof number === 'bigint') return true;
      return (
        typeof number === 'number' && (type === 'FLOAT' ? Number.isFinite(number) : Number.isInteger(number))
      );
    }
  }
}

function stringForm(value: unknown): string {
  return typeof value === 'string' ? value : (jsonText(value) ?? '');
}

export function referencesOf(value: ValuePlan): readonly Reference[] {
  switch (value.kind) {
    case 'constant':
      return [];
    case 'reference':
      return [value.reference];
    case 'text':
      return value.parts.filter((part) => typeof part !== 'string');
    case 'list':
      return value.items.flatMap(referencesOf);
    case 'map':
      return value.entries.flatMap(([, item]) => referencesOf(item));
  }
}
