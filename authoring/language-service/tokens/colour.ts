import type { YamlScalar } from '../../../compiler/read/yaml-node.ts';
import { isWord } from '../completion/keys.ts';
import type { Document } from '../documents/document.ts';
import { namesIn } from '../names/find.ts';
import type { Occurrence } from '../names/name-index.ts';
import { writtenIn, type WrittenKey, type WrittenText } from '../trees/texts.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { ColouredPart, TokenModifier, TokenType } from './kinds.ts';
import { lexText } from './lex-text.ts';
import { paint } from './paint.ts';

/** The coloured parts of a document: names by their binding, then the parts of expressions, then YAML. */
export function colour(workspace: Workspace, document: Document): readonly ColouredPart[] {
  const { keys, texts } = writtenIn(document);
  const names = namesIn(workspace, document).map(partOfName);
  return paint([
    names,
    texts.flatMap(partsOfText),
    [...keys.map((key) => partOfKey(key, document)), ...texts.flatMap(partOfScalar)],
  ]);
}

const TYPES: Readonly<Record<Occurrence['sort'], TokenType>> = {
  template: 'class',
  slot: 'property',
  alias: 'variable',
  variable: 'variable',
  module: 'namespace',
  function: 'function',
  hierarchy: 'enum',
  level: 'enumMember',
  constant: 'variable',
  definition: 'function',
  rule: 'event',
  member: 'property',
};

function partOfName({ sort, start, end, isDefinition }: Occurrence): ColouredPart {
  const modifiers: readonly TokenModifier[] = [
    ...(isDefinition ? (['declaration'] as const) : []),
    ...(sort === 'constant' ? (['readonly'] as const) : []),
  ];
  return { start, end, type: TYPES[sort], modifiers };
}

function partsOfText(written: WrittenText): readonly ColouredPart[] {
  const { source } = written;
  return lexText(written).flatMap((part) => {
    const { start, end } = source.spanOf(part.start, part.end);
    // A text whose parts cannot be found in the file keeps the colour of its whole.
    const isWhole = start === source.at.start && end === source.at.end;
    return isWhole && part.end - part.start < source.text.length ? [] : [{ ...part, start, end }];
  });
}

function partOfKey({ key: { value, at }, path }: WrittenKey, { kind }: Document): ColouredPart {
  const isFree = path.at(-1) === 'metadata' || path.at(-1) === 'data';
  const type = !isFree && isWord(value, kind === 'suite') ? 'keyword' : 'property';
  return { start: at.start, end: at.end, type };
}

const SCALARS: Readonly<Record<YamlScalar['scalar']['kind'], TokenType>> = {
  string: 'string',
  integer: 'number',
  float: 'number',
  boolean: 'keyword',
  null: 'keyword',
};

const EXPRESSIONS: ReadonlySet<WrittenText['language']> = new Set(['short', 'operator', 'clips', 'type']);

/** Brackets and whatever else is between the parts of an expression are not strings. */
function partOfScalar({ node: { scalar, at }, language }: WrittenText): readonly ColouredPart[] {
  if (scalar.kind === 'string' && EXPRESSIONS.has(language)) return [];
  return [{ start: at.start, end: at.end, type: SCALARS[scalar.kind] }];
}
