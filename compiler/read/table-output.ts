import type { Span } from '../diagnostics/position.ts';
import type { TableOutputSyntax } from '../tables-syntax.ts';
import type {
  AssertSyntax,
  Located,
  MetadataSyntax,
  ObligationSyntax,
  ReasonPartSyntax,
  SlotValueSyntax,
  SourceText,
} from '../syntax.ts';
import type { ReadContext } from './context.ts';
import { readItem } from './effects.ts';
import { readList, readScalar, readSource, readText } from './fields.ts';
import { parseReason } from './reason.ts';
import { readSalience } from './salience.ts';
import type { TextKind } from './short/text.ts';
import { parseValueText } from './text.ts';
import type { YamlNode } from './yaml-node.ts';

const SINGLE = ['name', 'action', 'reason', 'salience'];
const METADATA = /^metadata\.((?!.*\s(?:\/\/|\/\*|#|--)).*[^:.;,"\s])$/;
/** `assert TEMPLATE.SLOT` and `obligation TYPE.KEY`. */
const PART = /^(assert|obligation)\s+([A-Za-z_][\w-]*)\.([A-Za-z_][\w-]*)$/;
const ROW_NAME = /^[A-Za-z0-9_][A-Za-z0-9_-]*$/;

/** Reads the text of a cell: at once in a long table, and later in a short one, whose names are not resolved yet. */
export type TextReader = (
  source: SourceText,
  kind: TextKind,
  context: ReadContext,
) => readonly ReasonPartSyntax[];

export const readLongText: TextReader = (source, kind, { report }) =>
  kind === 'reason' ? parseReason(source, report) : parseValueText(source);

interface OutputCell {
  readonly name: Located<string>;
  readonly node: YamlNode;
}

/** The output cells of a row, as they are read. */
interface Draft {
  name: Located<string> | null;
  salience: Located<number> | null;
  action: Located<string> | null;
  reason: readonly ReasonPartSyntax[];
  readonly metadata: MetadataSyntax[];
  readonly asserts: Map<string, { template: Located<string>; slots: SlotValueSyntax[]; at: Span }>;
  readonly obligations: Map<string, { type: Located<string>; properties: SlotValueSyntax[]; at: Span }>;
}

export function isOutputColumn(text: string): boolean {
  return SINGLE.includes(text) || METADATA.test(text) || PART.test(text);
}

/** The output cells of a row or of the default; an empty cell gives nothing. `name`: of a row that has none. */
export function readOutput(
  cells: readonly OutputCell[],
  name: string,
  at: Span,
  context: ReadContext,
  texts: TextReader,
): TableOutputSyntax {
  const draft: Draft = {
    name: null,
    salience: null,
    action: null,
    reason: [],
    metadata: [],
    asserts: new Map(),
    obligations: new Map(),
  };
  const written = cells.filter(({ node }) => !isEmpty(node));
  for (const cell of written) readOutputCell(cell, draft, context, texts);
  const then = {
    action: draft.action,
    reason: draft.reason,
    log: null,
    notify: [],
    attestation: false,
    scope: null,
    obligations: [...draft.obligations.values()] satisfies ObligationSyntax[],
    metadata: draft.metadata,
    assert: [...draft.asserts.values()] satisfies AssertSyntax[],
    retract: [],
    modify: [],
    at,
  };
  const key = written
    .filter((cell) => cell.name.value !== 'name')
    .map(({ name: column, node }) => [column.value, writtenText(node)]);
  return {
    name: draft.name ?? { value: name, at },
    salience: draft.salience,
    then,
    key: JSON.stringify(key),
    at,
  };
}

function isEmpty(node: YamlNode): boolean {
  return node.kind === 'scalar' && (node.scalar.kind === 'null' || node.scalar.text === '');
}

/** Content of a cell, wherever the table is written. */
export function writtenText(node: YamlNode): string {
  if (node.kind === 'list') return JSON.stringify(node.items.map(writtenText));
  return node.kind === 'scalar' ? `${node.scalar.kind} ${node.scalar.text}` : '';
}

function readOutputCell(
  { name, node }: OutputCell,
  draft: Draft,
  context: ReadContext,
  texts: TextReader,
): void {
  switch (name.value) {
    case 'name':
      draft.name = readRowName(node, context);
      return;
    case 'salience':
      draft.salience = readSalience(node, context);
      return;
    case 'action':
      draft.action = readText(node, context);
      return;
    case 'reason': {
      const source = readSource(node, context);
      draft.reason = source === null ? [] : texts(source, 'reason', context);
      return;
    }
  }
  const [, key] = METADATA.exec(name.value) ?? [];
  if (key !== undefined) {
    const source = readSource(node, context);
    if (source !== null)
      draft.metadata.push({ key: { value: key, at: name.at }, parts: texts(source, 'text', context) });
    return;
  }
  const [, kind, of = '', part = ''] = PART.exec(name.value) ?? [];
  const value = readValue({ value: part, at: name.at }, node, context);
  if (value === null) return;
  const named = { value: of, at: name.at };
  if (kind === 'assert') {
    const made = draft.asserts.get(of) ?? { template: named, slots: [], at: node.at };
    made.slots.push(value);
    draft.asserts.set(of, made);
  } else {
    const made = draft.obligations.get(of) ?? { type: named, properties: [], at: node.at };
    made.properties.push(value);
    draft.obligations.set(of, made);
  }
}

function readValue(slot: Located<string>, node: YamlNode, context: ReadContext): SlotValueSyntax | null {
  if (node.kind === 'list') return { slot, items: readList(node, context, readItem), at: node.at };
  const item = readItem(node, context);
  return item && { slot, items: null, ...item };
}

/** Behind the name of the table: a number will do. */
function readRowName(node: YamlNode, context: ReadContext): Located<string> | null {
  const scalar = readScalar(node, context);
  if (scalar === null) return null;
  const { text } = scalar.scalar;
  if (ROW_NAME.test(text)) return { value: text, at: scalar.at };
  context.report.add('bad-identifier', scalar.at, { text });
  return null;
}
