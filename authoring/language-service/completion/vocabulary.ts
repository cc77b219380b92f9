import type { ScalarValue, SlotSyntax } from '../../../compiler/syntax.ts';
import type { RulesetOfDocument } from '../workspace/workspace.ts';

export interface SlotFacts {
  readonly name: string;
  readonly type: string;
  readonly isList: boolean;
  readonly isRequired: boolean;
  readonly isSensitive: boolean;
  readonly default: string | null;
  /** As they are written, quoted when they are strings. */
  readonly allowed: readonly string[];
}

export interface TemplateFacts {
  readonly name: string;
  readonly isRelation: boolean;
  readonly description: string;
  readonly slots: ReadonlyMap<string, SlotFacts>;
}

/** The templates and relations of a ruleset by name. */
export function templatesOf({ analysis }: RulesetOfDocument): ReadonlyMap<string, TemplateFacts> {
  const { templates, relations } = analysis.written;
  return new Map([
    ...templates.map(({ name, description, slots }): [string, TemplateFacts] => [
      name.value,
      {
        name: name.value,
        isRelation: false,
        description,
        slots: new Map(slots.map((slot) => [slot.name.value, slotFacts(slot)])),
      },
    ]),
    ...relations.map(({ name, columns }): [string, TemplateFacts] => [
      name.value,
      {
        name: name.value,
        isRelation: true,
        description: '',
        slots: new Map(
          columns.map((column) => [
            column.name.value,
            {
              name: column.name.value,
              type: column.type.value.toLowerCase(),
              isList: false,
              isRequired: false,
              isSensitive: false,
              default: null,
              allowed: [],
            },
          ]),
        ),
      },
    ]),
  ]);
}

function slotFacts(slot: SlotSyntax): SlotFacts {
  const written = slot.default?.value;
  return {
    name: slot.name.value,
    type: slot.type.value.toLowerCase(),
    isList: slot.list,
    isRequired: slot.required,
    isSensitive: slot.sensitive,
    default:
      written === undefined
        ? null
        : 'kind' in written
          ? written.text
          : `[${written.map(({ value }) => value.text).join(', ')}]`,
    allowed: (slot.allowed?.value ?? []).map(({ value }) => literal(value)),
  };
}

const literal = (value: ScalarValue): string =>
  value.kind === 'string' ? JSON.stringify(value.value) : value.text;

/** Names of facts in a rule, by the words around the cursor: the rule can be unreadable. */
export function aliasesIn(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [, template = '', alias = ''] of text.matchAll(
    /template:\s*["']?([\w-]+)["']?[\s,]*(?:#[^\n]*\n\s*)?alias:\s*["']?\$?([\w-]+)/g,
  ))
    found.set(alias, template);
  for (const [, alias = '', template = ''] of text.matchAll(
    /alias:\s*["']?\$?([\w-]+)["']?[\s,]*template:\s*["']?([\w-]+)/g,
  ))
    found.set(alias, template);
  for (const [, alias = '', source = ''] of text.matchAll(/\(\s*([\w-]+) in ([\w-]+(?:\.[\w.-]+)*)/g))
    found.set(alias, source);
  const block =
    /^[ ]*(?:- )?for:(.*(?:\n[ ]+.*)*?)(?=\n[ ]*(?:if|let|then|deny|allow|assert|escalate|route|scope):|$)/m.exec(
      text,
    )?.[1] ?? '';
  for (const [, alias = '', source = ''] of block.matchAll(/([\w-]+):\s*([\w-]+(?:\.[\w.-]+)*)/g))
    found.set(alias, source);
  return found;
}

/** Variables that a rule binds. */
export function variablesIn(text: string): readonly string[] {
  const bound = [...text.matchAll(/(?:bind|each|as):\s*["']?\$?\?([\w-]+)/g)].map(([, name = '']) => name);
  return [...new Set(bound)];
}
