/** Templates and elements of `input` in the long form. */
import type { InputSyntax } from '../../../compiler/input-syntax.ts';
import type { Located, ScalarValue, SlotSyntax, TemplateSyntax } from '../../../compiler/syntax.ts';
import { verbatim, type Plain, type PlainMap } from '../plain.ts';

export function writeTemplate({ name, description, scope, from, atMost, slots }: TemplateSyntax): PlainMap {
  return {
    name: name.value,
    ...(description === '' ? {} : { description }),
    ...(scope === null ? {} : { scope: scope.value }),
    ...(from === null ? {} : { from: from.value }),
    ...(atMost === null ? {} : { at_most: atMost.value }),
    slots: slots.map(writeSlot),
  };
}

export function writeSlot(slot: SlotSyntax): PlainMap {
  const { name, type, list, maxItems, required, sensitive, allowed } = slot;
  return {
    name: name.value,
    type: type.value,
    ...(list ? { list } : {}),
    ...(maxItems === null ? {} : { max_items: maxItems.value }),
    ...(required ? { required } : {}),
    ...(sensitive ? { sensitive } : {}),
    ...(slot.default === null ? {} : { default: writeDefault(slot.default.value) }),
    ...(allowed === null ? {} : { allowed_values: allowed.value.map(({ value }) => writeScalar(value)) }),
  };
}

const writeDefault = (value: ScalarValue | readonly Located<ScalarValue>[]): Plain =>
  'kind' in value ? writeScalar(value) : value.map((item) => writeScalar(item.value));

const writeScalar = (value: ScalarValue): Plain =>
  value.kind === 'string' ? value.value : verbatim(value.text);

export function writeInput({ template, each, slots, required, shapes }: InputSyntax): PlainMap {
  const [only, another] = each.map(({ text }) => text);
  return {
    template: template.value,
    ...(only === undefined ? {} : { each: another === undefined ? only : each.map(({ text }) => text) }),
    slots: Object.fromEntries(
      slots.map(({ slot, path, as, mismatch }) => [
        slot.value,
        as === null && mismatch === null
          ? path.text
          : {
              path: path.text,
              ...(as === null ? {} : { as: as.value }),
              ...(mismatch === null ? {} : { mismatch: mismatch.value }),
            },
      ]),
    ),
    ...(required.length === 0 ? {} : { required: required.map(({ text }) => text) }),
    ...(shapes.length === 0
      ? {}
      : { shapes: Object.fromEntries(shapes.map(({ path, kind }) => [path.text, kind.value])) }),
  };
}
