import type {
  ArgumentSyntax,
  MetadataSyntax,
  PatternSyntax,
  ReasonPartSyntax,
  SlotItemSyntax,
  SlotValueSyntax,
  ThenSyntax,
  WhenSyntax,
} from '../syntax.ts';

/** Aliases that conditions, texts, values or effects name. */
export function usedAliases(
  elements: readonly WhenSyntax[],
  then: ThenSyntax,
  metadata: readonly MetadataSyntax[],
): ReadonlySet<string> {
  const used = new Set<string>();
  for (const element of elements) addElement(element, used);
  for (const { parts } of [...metadata, ...then.metadata]) addParts(parts, used);
  addParts(then.reason, used);
  addParts(then.scope ?? [], used);
  for (const { slots } of [...then.assert, ...then.modify]) for (const value of slots) addValue(value, used);
  for (const { properties } of then.obligations) for (const value of properties) addValue(value, used);
  for (const { value } of then.retract) used.add(value);
  for (const { fact } of then.modify) used.add(fact.value);
  return used;
}

function addElement(element: WhenSyntax, used: Set<string>): void {
  switch (element.kind) {
    case 'pattern':
      addPattern(element, used);
      return;
    case 'any':
      for (const inner of element.branches.flat()) addElement(inner, used);
      return;
    case 'forall':
      addPattern(element.each, used);
      for (const inner of element.must) addElement(inner, used);
      return;
    case 'aggregate':
      if (element.of !== null && element.of.kind !== 'computed') addArgument(element.of, used);
      for (const argument of element.expression?.args ?? []) addArgument(argument, used);
      for (const inner of element.elements) addElement(inner, used);
      return;
    default:
      for (const inner of element.elements) addElement(inner, used);
  }
}

function addPattern({ conditions }: PatternSyntax, used: Set<string>): void {
  for (const { expression, now } of conditions) {
    for (const argument of [...(expression?.args ?? []), ...(now?.args ?? [])]) addArgument(argument, used);
  }
}

function addArgument(argument: ArgumentSyntax, used: Set<string>): void {
  if (argument.kind === 'reference') used.add(argument.alias);
  else if (argument.kind === 'lookup') addArgument(argument.key, used);
  else if (argument.kind === 'list') for (const item of argument.items) addArgument(item, used);
  else if (argument.kind === 'map') for (const { value } of argument.entries) addArgument(value, used);
}

function addParts(parts: readonly ReasonPartSyntax[], used: Set<string>): void {
  for (const part of parts) if (part.kind === 'reference') used.add(part.alias);
}

function addValue(value: SlotValueSyntax, used: Set<string>): void {
  for (const item of value.items ?? [value as SlotItemSyntax]) {
    addParts(item.parts, used);
    if (item.lookup !== null) addArgument(item.lookup, used);
    const written = /^\$([A-Za-z_][A-Za-z0-9_-]*)\./.exec(item.source.text)?.[1];
    if (written !== undefined) used.add(written);
  }
}
