import type { WrittenSyntax } from '../short-syntax.ts';
import type { ConstantSyntax, ConstantValueSyntax } from '../tables-syntax.ts';
import type { ScalarValue, TemplateSyntax } from '../syntax.ts';

/** Meaning of the names in a ruleset, as far as lowering needs it. The check phase reports invalid declarations. */
export interface Vocabulary {
  /** Templates and relations. */
  readonly templates: ReadonlyMap<string, TemplateInfo>;
  readonly constants: ReadonlyMap<string, ConstantInfo>;
  /** Functions of the ruleset. */
  readonly functions: ReadonlySet<string>;
  /** Functions whose arguments are levels, which are symbols. */
  readonly levelFunctions: ReadonlySet<string>;
  /** `input` is the document, and not a template of that name. */
  readonly hasDocument: boolean;
}

export interface TemplateInfo {
  readonly name: string;
  readonly isRelation: boolean;
  readonly slots: ReadonlyMap<string, SlotInfo>;
}

/** Types as they are written, in lower case; an unknown one is reported by the check phase. */
export type TypeWord = string;

export interface SlotInfo {
  readonly name: string;
  readonly type: TypeWord;
  readonly isList: boolean;
  /** Its values are masked. */
  readonly isSensitive?: boolean;
}

export interface ConstantInfo {
  readonly name: string;
  readonly kind: 'single' | 'list' | 'map';
  /** The sort of all values, or `null` if they differ. */
  readonly sort: 'integer' | 'number' | 'text' | 'boolean' | null;
  /** Keys of a map. */
  readonly keys: readonly string[];
  /** Texts that it holds; `null` if others are among its values. */
  readonly texts: readonly string[] | null;
}

/** Forms of a classification function, after its name. */
const LEVEL_FORMS = ['', '-meets-or-exceeds', '-below', '-within-scope'];

export function readVocabulary(syntax: WrittenSyntax): Vocabulary {
  const templates = new Map<string, TemplateInfo>();
  for (const template of syntax.templates) templates.set(template.name.value, templateInfo(template));
  for (const { name, columns } of syntax.relations) {
    const slots = columns.map((column) => slotInfo(column.name.value, column.type.value, false));
    templates.set(name.value, { name: name.value, isRelation: true, slots: byName(slots) });
  }
  const functions = syntax.functions.map(({ name }) => name.value);
  const levels = syntax.functions.filter(({ type }) => type.value === 'classification');
  return {
    templates,
    constants: new Map(syntax.constants.map((constant) => [constant.name.value, constantInfo(constant)])),
    functions: new Set(functions),
    levelFunctions: new Set(levels.flatMap(({ name }) => LEVEL_FORMS.map((form) => name.value + form))),
    hasDocument: !templates.has('input'),
  };
}

function templateInfo({ name, slots }: TemplateSyntax): TemplateInfo {
  const read = slots.map((slot) => ({
    ...slotInfo(slot.name.value, slot.type.value, slot.list),
    isSensitive: slot.sensitive,
  }));
  return { name: name.value, isRelation: false, slots: byName(read) };
}

const slotInfo = (name: string, type: string, isList: boolean): SlotInfo => ({
  name,
  type: type.toLowerCase(),
  isList,
});

const byName = (slots: readonly SlotInfo[]): ReadonlyMap<string, SlotInfo> =>
  new Map(slots.map((slot) => [slot.name, slot]));

function constantInfo({ name, value }: ConstantSyntax): ConstantInfo {
  const keys = value.kind === 'map' ? value.entries.map(({ key }) => key.value) : [];
  const values = valuesOf(value);
  const texts = values.flatMap((scalar) => (scalar.kind === 'string' ? [scalar.value] : []));
  return {
    name: name.value,
    kind: value.kind,
    sort: sortOf(values),
    keys,
    texts: texts.length === values.length ? texts : null,
  };
}

function valuesOf(value: ConstantValueSyntax): readonly ScalarValue[] {
  switch (value.kind) {
    case 'single':
      return [value.value];
    case 'list':
      return value.items.map((item) => item.value);
    case 'map':
      return value.entries.map((entry) => entry.value.value);
  }
}

function sortOf(values: readonly ScalarValue[]): ConstantInfo['sort'] {
  const kinds = new Set(values.map(({ kind }) => kind));
  if (kinds.size === 1) {
    const [kind] = kinds;
    if (kind === 'integer' || kind === 'boolean') return kind;
    return kind === 'string' ? 'text' : kind === 'float' ? 'number' : null;
  }
  return [...kinds].every((kind) => kind === 'integer' || kind === 'float') && kinds.size > 0
    ? 'number'
    : null;
}
