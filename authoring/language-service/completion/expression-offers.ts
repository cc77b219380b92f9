import { FUNCTIONS } from '../../../compiler/language/functions/table.ts';
import { METHODS, subjectKind } from '../../../compiler/lower/operators.ts';
import { OPERATOR_PARAMETERS } from '../documentation/parameters.ts';
import { QUANTIFIERS } from '../../../compiler/short-tree.ts';
import { namesOf } from '../names/collect.ts';
import { KIND, offer, type Offer } from './item.ts';
import { slotOffers, templateOffers, valueOffers, type Place } from './place.ts';
import type { SlotFacts } from './vocabulary.ts';

/** The offers behind a name of the rule and its dot: slots of its fact, or members of its part of the document. */
export function memberOffers(place: Place, written: string): readonly Offer[] {
  const [root = '', ...steps] = written.split('.');
  const source = place.aliases.get(root);
  if (source !== undefined && source !== root && (source.includes('.') || source === 'input'))
    return documentOffers(place, [`${source}[]`, ...steps].join('.'));
  if (root === 'input' && !place.templates.has('input')) return documentOffers(place, written);
  return steps.length === 0 ? slotOffers(place.templates.get(source ?? root)) : [];
}

function documentOffers({ ruleset }: Place, prefix: string): readonly Offer[] {
  const begins = `member:${prefix}.`;
  const found = [...namesOf(ruleset).byId].filter(
    ([id]) => id.startsWith(begins) && !/[.[]/.test(id.slice(begins.length)),
  );
  const declared = found.filter(([, all]) => all.some(({ isDefinition }) => isDefinition));
  // Without a declaration, what the rules read is what is known.
  return (declared.length > 0 ? declared : found).map(([id]) => ({
    label: id.slice(begins.length),
    kind: KIND.field,
    detail: prefix,
  }));
}

export function expressionOffers(place: Place): readonly Offer[] {
  const { lead, templates, ruleset, cursor } = place;
  const path = /([A-Za-z_][\w-]*(?:\.[\w-]+|\[[^\]]*\])*)\.$/.exec(lead)?.[1];
  if (path !== undefined) {
    const plain = path.replace(/\[[^\]]*\]/g, '[]').replaceAll('.[]', '[]');
    const members = memberOffers(place, plain);
    const parts = plain.split('.');
    const slot = parts.length === 2 ? slotAt(place, plain) : undefined;
    const offers = slot === undefined && members.length > 0 && parts.length === 1 ? [] : methodsFor(slot);
    return [
      ...members,
      ...offers.map((label): Offer => ({
        label,
        kind: KIND.operator,
        detail: slot === undefined ? 'operator' : `${slot.name}: ${slot.type}`,
        insert: callSnippet(label),
        isSnippet: true,
      })),
    ];
  }
  const compared = /([A-Za-z_][\w-]*\.[\w-]+)\s*(?:==|!=|(?:not )?in\s*\[(?:[^\]]*,)?)\s*"?$/.exec(lead)?.[1];
  const values = compared === undefined ? [] : valueOffers(slotAt(place, compared));
  if (values.length > 0) return values;
  const level = levelOffers(place);
  if (level.length > 0) return level;
  const made = /^["']?$/.test(lead.trim()) || lead.trim() === '';
  const names = offer(
    KIND.variable,
    'name',
    [...place.aliases.keys()].filter((name) => !templates.has(name)),
  );
  const isEffect = ['assert', 'modify', 'retract'].includes(cursor.key ?? cursor.path.at(-1) ?? '') && made;
  const inside = /([A-Za-z_][\w-]*)\((?:[^()]*,\s*)?$/.exec(lead)?.[1];
  const constructor =
    ['assert', 'modify'].includes(cursor.key ?? cursor.path.at(-1) ?? '') && inside !== undefined
      ? templates.get(place.aliases.get(inside) ?? inside)
      : undefined;
  if (constructor !== undefined)
    return slotOffers(constructor).map((one) => ({ ...one, insert: `${one.label} = ` }));
  if (isEffect) return templateOffers(templates);
  const call = (label: string, detail: string): Offer => ({
    label,
    kind: KIND.function,
    detail,
    insert: `${label}($1)`,
    isSnippet: true,
  });
  const { definitions, functions } = ruleset.analysis.written;
  return [
    ...names,
    ...templateOffers(templates),
    ...offer(
      KIND.variable,
      'document and constants',
      templates.has('input') ? ['const'] : ['input', 'const', 'now'],
    ),
    ...definitions.map(({ name, parameters }) =>
      parameters === null
        ? { label: name.value, kind: KIND.function, detail: 'definition' }
        : call(name.value, 'definition'),
    ),
    ...functions.map(({ name }) => call(name.value, 'function of the ruleset')),
    ...QUANTIFIERS.map((name) => call(name, 'quantifier')),
    ...['has', 'size', 'key'].map((name) => call(name, 'function')),
    ...[...FUNCTIONS.values()]
      .map((row) => row.written ?? row.name)
      .filter((name) => /^[a-z][\w-]*$/.test(name))
      .map((name) => call(name, 'function')),
  ];
}

/** Kinds of subjects by the types of slots. */
const KIND_OF: Readonly<Record<string, string>> = {
  string: 'text',
  symbol: 'text',
  integer: 'number',
  float: 'number',
  time: 'time',
};

/** Operators for the type of a slot; all of them where it is unknown. */
function methodsFor(slot: SlotFacts | undefined): readonly string[] {
  if (slot === undefined) return METHODS;
  return METHODS.filter((name) => {
    const kind = subjectKind(name);
    if (kind === 'counting') return !slot.isList;
    return kind === (slot.isList ? 'list' : KIND_OF[slot.type]);
  });
}

/** `name($1)`; with several parameters, their names are the placeholders. */
export function callSnippet(name: string): string {
  const parameters = OPERATOR_PARAMETERS.get(name) ?? [];
  if (parameters.length < 2) return `${name}(${parameters.length === 0 ? '' : '$1'})`;
  const written = parameters.map((one, i) => `\${${i + 1}:${one.replace(/[{}?$[\]]/g, '')}}`);
  return `${name}(${written.join(', ')})`;
}

function slotAt({ aliases, templates }: Place, path: string): SlotFacts | undefined {
  const [root = '', name = ''] = path.split('.');
  return templates.get(aliases.get(root) ?? root)?.slots.get(name);
}

const LEVEL_CALL = /\b(?:at_or_above|below|meets_or_exceeds|within_scope)\(\s*["']?$/;

export function levelOffers({ lead, ruleset }: Place): readonly Offer[] {
  if (!LEVEL_CALL.test(lead)) return [];
  return ruleset.analysis.written.hierarchies.flatMap(({ name, levels }) =>
    offer(
      KIND.enumMember,
      name.value,
      levels.map(({ value }) => value),
    ),
  );
}
