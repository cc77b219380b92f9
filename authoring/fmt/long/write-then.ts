/** `then` and `metadata` of the long form. */
import type {
  MetadataSyntax,
  ReasonPartSyntax,
  SlotItemSyntax,
  SlotValueSyntax,
  ThenSyntax,
} from '../../../compiler/syntax.ts';
import { verbatim, type Plain, type PlainMap } from '../plain.ts';

export function writeThen(then: ThenSyntax): PlainMap {
  const { action, reason, log, notify, attestation, scope, obligations, assert, retract, modify } = then;
  return {
    ...(action === null ? {} : { action: action.value }),
    ...(scope === null ? {} : { scope: valueText(scope) }),
    ...(reason.length === 0 ? {} : { reason: reasonText(reason) }),
    ...(then.metadata.length === 0 ? {} : { metadata: writeMetadata(then.metadata) }),
    ...(log === null ? {} : { log: log.value }),
    ...(notify.length === 0 ? {} : { notify: notify.map(({ value }) => value) }),
    ...(attestation ? { attestation } : {}),
    ...(assert.length === 0
      ? {}
      : { assert: assert.map(({ template, slots }) => ({ template: template.value, ...slotsOf(slots) })) }),
    ...(modify.length === 0
      ? {}
      : { modify: modify.map(({ fact, slots }) => ({ fact: `$${fact.value}`, slots: writeValues(slots) })) }),
    ...(retract.length === 0 ? {} : { retract: retract.map(({ value }) => `$${value}`) }),
    ...(obligations.length === 0
      ? {}
      : {
          obligations: obligations.map(({ type, properties }) => ({
            type: type.value,
            ...(properties.length === 0 ? {} : { properties: writeValues(properties) }),
          })),
        }),
  };
}

export const writeMetadata = (metadata: readonly MetadataSyntax[]): PlainMap =>
  Object.fromEntries(metadata.map(({ key, parts }) => [key.value, valueText(parts)]));

const slotsOf = (slots: readonly SlotValueSyntax[]): PlainMap =>
  slots.length === 0 ? {} : { slots: writeValues(slots) };

const writeValues = (values: readonly SlotValueSyntax[]): PlainMap =>
  Object.fromEntries(
    values.map((value) => [
      value.slot.value,
      value.items === null ? writeItem(value) : value.items.map(writeItem),
    ]),
  );

function writeItem({ scalar, parts, lookup, source }: SlotItemSyntax): Plain {
  if (scalar.kind !== 'string') return verbatim(scalar.text);
  return lookup === null ? partsText(parts) : source.text;
}

/** A reason doubles its own braces. */
export const reasonText = (parts: readonly ReasonPartSyntax[]): string =>
  parts.map((part) => (part.kind === 'text' ? part.text.replace(/[{}]/g, '$&$&') : partText(part))).join('');

const partsText = (parts: readonly ReasonPartSyntax[]): string => parts.map(partText).join('');

/** A text of its own, which `literal(…)` keeps from being read as a reference. */
export function valueText(parts: readonly ReasonPartSyntax[]): string {
  const text = partsText(parts);
  const isText = parts.every(({ kind }) => kind === 'text');
  return isText && /^(?:[$?]|literal\(|[A-Za-z_][\w-]*\.[A-Za-z_][\w-]*$)/.test(text)
    ? `literal(${text})`
    : text;
}

function partText(part: ReasonPartSyntax): string {
  switch (part.kind) {
    case 'text':
    case 'bare':
      return part.text;
    case 'variable':
      return `{${part.name}}`;
    case 'reference':
      return `{${part.alias}.${part.slot}}`;
  }
}
