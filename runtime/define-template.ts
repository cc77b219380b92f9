/** What templates have in common: generated modules give the parts that are worth specialising. */
import type {
  ItemData,
  SlotData,
  SlotInfo,
  SlotTypeName,
  TemplateInfo,
  TemplateOperations,
} from './contract.ts';
import type { Matcher } from './matcher.ts';
import { timeText } from './time-text.ts';
import {
  FloatValue,
  SymbolValue,
  type Fact,
  type FieldValue,
  type Integer,
  type Multifield,
} from './values.ts';

/** A value of a slot as facts hold it; a list is a multifield. */
export type SlotValue = string | Integer | boolean | Multifield;

/** What differs from an optional slot of one value, with any value of the type allowed. */
interface SlotOptions {
  readonly required?: boolean;
  readonly list?: boolean;
  readonly maxItems?: number;
  /** As facts hold it. */
  readonly default?: SlotValue;
  readonly allowedValues?: readonly string[];
}

export function slotInfo(name: string, type: SlotTypeName, options: SlotOptions = {}): SlotInfo {
  const { required = false, list = false, maxItems = null, allowedValues = null } = options;
  const value = options.default;
  const initial = value === undefined ? null : slotData(value, type);
  return { name, type, list, maxItems, required, default: initial, allowedValues };
}

/** An item of a list as it leaves the engine. */
function itemData(item: FieldValue, type: SlotTypeName): ItemData {
  if (item instanceof SymbolValue) return type === 'BOOLEAN' ? item.name === 'TRUE' : item.name;
  if (item instanceof FloatValue) return item.value;
  return type === 'TIME' ? timeText(item as Integer) : (item as string | Integer);
}

/** A slot's value as it leaves the engine. */
export function slotData(value: SlotValue, type: SlotTypeName): SlotData {
  if (typeof value === 'object') return value.map((item) => itemData(item, type));
  return type === 'TIME' ? timeText(value as Integer) : value;
}

/** What a generated module gives of a template. */
type TemplateParts<M extends Matcher, F extends Fact> = Omit<TemplateOperations<M, F>, 'copy' | 'write'> & {
  readonly info: TemplateInfo;
  /** The slots in declaration order, as the constructor takes them. */
  readonly values: (fact: F) => SlotValue[];
};

/** The operations of a template; its facts find them, and its name, by their class. */
export function defineTemplate<M extends Matcher, F extends Fact>(
  type: new (...values: never[]) => F,
  parts: TemplateParts<M, F>,
): TemplateOperations<M, F> {
  const { info, values } = parts;
  const operations: TemplateOperations<M, F> = {
    ...parts,
    copy: (fact) => new type(...(values(fact) as never[])),
    write(fact) {
      const data: Record<string, SlotData> = {};
      values(fact).forEach((value, i) => {
        const { name, type: slotType } = info.slots[i]!;
        define(data, name, slotData(value, slotType));
      });
      return data;
    },
  };
  Object.defineProperties(type.prototype, {
    template: { value: info.name },
    operations: { value: operations },
  });
  return operations;
}

/** A slot may have any name, `__proto__` too. */
function define(data: Record<string, SlotData>, name: string, value: SlotData): void {
  if (name === '__proto__')
    Object.defineProperty(data, name, { value, enumerable: true, writable: true, configurable: true });
  else data[name] = value;
}
