import { Composer, type Document, Lexer, Parser, type CST, type YAMLError } from 'yaml';
import { spanIn, type ReadContext } from './context.ts';
import { describeYamlProblem } from './yaml-problems.ts';

/**
 * YAML 1.2, core schema, whatever a directive says. Keys are compared by us (the library compares each with each),
 * and no tag beyond the core ones is known.
 */
const OPTIONS = {
  version: '1.2',
  schema: 'core',
  merge: false,
  intAsBigInt: true,
  uniqueKeys: false,
  resolveKnownTags: false,
  prettyErrors: false,
  logLevel: 'silent',
} as const;

const COLLECTIONS: ReadonlySet<CST.Token['type']> = new Set<CST.Token['type']>([
  'block-map',
  'block-seq',
  'flow-collection',
]);

/** One broken place makes the parser stumble on; what it says after this many errors helps nobody. */
const MOST_ERRORS = 20;

/**
 * The documents of one source that are well formed; the others are reported and left out. A source that nests deeper
 * than the limit is given up as a whole.
 */
export function parseDocuments(context: ReadContext): readonly Document.Parsed[] {
  const tokens = parseTokens(context);
  if (tokens === null) return [];
  const composer = new Composer(OPTIONS);
  const documents = [...composer.compose(tokens)] as Document.Parsed[];
  reportProblems(context, [
    ...documents.flatMap((document) => document.errors),
    ...composer.streamInfo().errors,
  ]);
  const readable = documents.filter((document) => document.errors.length === 0);
  for (const document of readable) reportOtherVersion(context, document);
  return readable;
}

/**
 * The syntax tree, or null past the depth limit. Depth is watched token by token, before anything recursive (the
 * parser as it closes collections, the composer) can see a deep tree.
 */
function parseTokens(context: ReadContext): readonly CST.Token[] | null {
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  for (const lexeme of new Lexer().lex(context.source.text)) {
    for (const token of parser.next(lexeme)) tokens.push(token);
    // Below the collections stands the document.
    const top = parser.stack.at(-1);
    if (top && COLLECTIONS.has(top.type) && parser.stack.length > context.limits.depth + 1) {
      const at = spanIn(context, top.offset, top.offset + 1);
      context.report.add('nesting-too-deep', at, { limit: context.limits.depth });
      return null;
    }
  }
  for (const token of parser.end()) tokens.push(token);
  return tokens;
}

/** Reports the first error of each line. */
function reportProblems(context: ReadContext, errors: readonly YAMLError[]): void {
  const { text } = context.source;
  let reported = 0;
  let lineEnd = -1;
  for (const error of [...errors].sort((a, b) => a.pos[0] - b.pos[0])) {
    const start = Math.min(error.pos[0], text.length);
    if (start <= lineEnd) continue;
    if (++reported > MOST_ERRORS) return;
    const end = Math.min(Math.max(error.pos[1], start), text.length);
    context.report.add('yaml-syntax', spanIn(context, start, end), { problem: describeYamlProblem(error) });
    const next = text.indexOf('\n', start);
    lineEnd = next === -1 ? text.length : next;
  }
}

function reportOtherVersion(context: ReadContext, document: Document.Parsed): void {
  const { version, explicit } = document.directives.yaml;
  if (explicit !== true || version === '1.2') return;
  const at = spanIn(context, document.range[0], document.range[0]);
  context.report.add('yaml-version', at, { version });
}
