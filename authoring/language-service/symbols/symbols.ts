import type { Span } from '../../../compiler/diagnostics/position.ts';
import type { Document } from '../documents/document.ts';
import type { DocumentParams, Location, Range } from '../protocol/types.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** Kinds of the protocol. */
const KIND = {
  module: 2,
  class: 5,
  field: 8,
  function: 12,
  constant: 14,
  array: 18,
  event: 24,
  object: 19,
  enum: 10,
} as const;

interface DocumentSymbol {
  readonly name: string;
  readonly detail: string;
  readonly kind: number;
  readonly range: Range;
  readonly selectionRange: Range;
  readonly children?: readonly DocumentSymbol[];
}

interface Named {
  readonly name: { readonly value: string; readonly at: Span };
  readonly at: Span;
}

/** The definitions of a document, from its start to its end. */
export function documentSymbols(
  workspace: Workspace,
  { textDocument }: DocumentParams,
): readonly DocumentSymbol[] {
  const document = workspace.find(textDocument.uri);
  return document === null ? [] : symbolsOf(workspace, document);
}

function symbolsOf(workspace: Workspace, document: Document): readonly DocumentSymbol[] {
  const analysis = document.kind === 'ruleset' ? workspace.rulesetOf(document)?.analysis : undefined;
  const written = analysis?.readings.get(document)?.written;
  if (written === undefined) return [];
  const { lines } = document;
  const symbol = (
    { name, at }: Named,
    detail: string,
    kind: number,
    children: readonly DocumentSymbol[] = [],
  ): DocumentSymbol => {
    const start = Math.min(at.start, name.at.start);
    return {
      name: name.value === '' ? '…' : name.value,
      detail,
      kind,
      range: lines.rangeOf(start, Math.max(at.end, name.at.end)),
      selectionRange: lines.rangeOf(name.at.start, name.at.end),
      ...(children.length === 0 ? {} : { children }),
    };
  };
  const whole = <T extends { readonly name: Named['name'] }>(one: T): Named => ({
    name: one.name,
    at: one.name.at,
  });
  const all = [
    ...written.templates.map((one) =>
      symbol(
        one,
        'template',
        KIND.class,
        one.slots.map((slot) => symbol(slot, slot.type.value, KIND.field)),
      ),
    ),
    ...written.relations.map((one) =>
      symbol(
        one,
        'relation',
        KIND.array,
        one.columns.map((column) => symbol(column, column.type.value, KIND.field)),
      ),
    ),
    ...written.modules.map((one) => symbol(one, 'module', KIND.module)),
    ...written.hierarchies.map((one) => symbol(one, 'hierarchy', KIND.enum)),
    ...written.functions.map((one) => symbol(one, 'function', KIND.function)),
    ...written.constants.map((one) => symbol(whole(one), 'constant', KIND.constant)),
    ...written.definitions.map((one) => symbol(one, 'definition', KIND.function)),
    ...written.budgets.map((one) => symbol(one, 'budget', KIND.object)),
    ...written.ruleGroups.flatMap(({ module, rules, tables }) => [
      ...rules.map(({ rule }) => symbol(rule, module?.value ?? 'MAIN', KIND.event)),
      ...tables.map((one) =>
        one.form === 'long'
          ? symbol(one.table, 'table', KIND.array)
          : symbol(one.table.table, 'table', KIND.array),
      ),
    ]),
  ];
  return all.sort(
    (a, b) => a.range.start.line - b.range.start.line || a.range.start.character - b.range.start.character,
  );
}

interface SymbolInformation {
  readonly name: string;
  readonly kind: number;
  readonly location: Location;
  readonly containerName: string;
}

/** The symbols of all rulesets whose names have the letters of the query in their order. */
export function workspaceSymbols(
  workspace: Workspace,
  { query }: { readonly query: string },
): readonly SymbolInformation[] {
  const letters = [...query.toLowerCase()];
  const fits = (name: string): boolean => {
    let at = 0;
    for (const letter of letters) if ((at = name.indexOf(letter, at) + 1) === 0) return false;
    return true;
  };
  return [...workspace.documents.values()].flatMap((document) =>
    symbolsOf(workspace, document)
      .flatMap((one) => [one, ...(one.children ?? []).map((child) => ({ ...child, detail: one.name }))])
      .filter(({ name }) => fits(name.toLowerCase()))
      .map(({ name, kind, detail, selectionRange }) => ({
        name,
        kind,
        location: { uri: document.uri, range: selectionRange },
        containerName: detail,
      })),
  );
}
