/** Shared code of templates; generated modules supply the parts that are worth specialising. */
import type { SlotData, SlotInfo, SlotTypeName } from '../description.ts';
import type { TemplateOperations } from '../abi.ts';
import type { Matcher } from '../engine/matcher.ts';
import { Fact, type Integer, type Multifield } from '../values/values.ts';

/** A value of a slot as facts hold it; a list is a multifield. */
export type SlotValue = string | Integer | boolean | Multifield;

/** Differences from an optional single-value slot that allows any value of its type. */
type SlotOptions = Partial<Omit<SlotInfo, 'name' | 'type'>>;

export function slotInfo(name: string, type: SlotTypeName, options: SlotOptions = {}): SlotInfo {
  return {
    name,
    type,
    list: false,
    maxItems: null,
    required: false,
    default: null,
    allowedValues: null,
    ...options,
  };
}

/** The parts of a template that a generated module supplies. */
type TemplateParts<M extends Matcher, F extends Fact> = Pick<
  TemplateOperations<M, F>,
  'info' | 'flag' | 'read' | 'assert' | 'bring'
> & {
  /** Left out: null. */
  readonly guard?: NonNullable<TemplateOperations['guard']>;
  readonly filterNormalizers?: NonNullable<TemplateOperations['filterNormalizers']>;
  /** The slots in declaration order, as the constructor takes them. */
  readonly values: (fact: F) => SlotValue[];
  /** The same as they leave the engine, where that is not how facts hold them. */
  readonly data?: (fact: F) => SlotData[];
};

/** The operations of a template; its facts find them, and its name, by their class, which becomes one of facts here. */
export function defineTemplate<M extends Matcher, F extends Fact>(
  type: new (...values: never[]) => F,
  parts: TemplateParts<M, F>,
): TemplateOperations<M, F> {
  const { info, flag, read, assert, bring, values, data: dataOf = values as (fact: F) => SlotData[] } = parts;
  // One shape for all templates: the facts of a request pass through these functions in turn.
  const operations: TemplateOperations<M, F> = {
    info,
    guard: parts.guard ?? null,
    flag,
    read,
    assert,
    bring,
    filterNormalizers: parts.filterNormalizers ?? null,
    copy: (fact) => new type(...(values(fact) as never[])),
    write(fact) {
      const data: Record<string, SlotData> = {};
      dataOf(fact).forEach((value, i) => define(data, info.slots[i]!.name, value));
      return data;
    },
  };
  Object.setPrototypeOf(type.prototype, Fact.prototype);
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
