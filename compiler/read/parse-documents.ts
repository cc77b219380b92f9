import { type CST, type Document, Lexer, Parser, type YAMLError } from 'yaml';
import { composeDocuments, MOST_ERRORS } from './compose-documents.ts';
import { spanIn, type ReadContext } from './context.ts';
import { describeYamlProblem } from './yaml-problems.ts';

/** The tokens that hold others; the parser has one of them on its stack for each level. */
const COLLECTIONS: ReadonlySet<CST.Token['type']> = new Set<CST.Token['type']>([
  'block-map',
  'block-seq',
  'flow-collection',
]);

/**
 * The documents of one source that are well formed; the others are reported and left out. A source that passes the
 * limits on depth or tokens is given up as a whole.
 */
export function parseDocuments(context: ReadContext): readonly Document.Parsed[] {
  const tokens = parseTokens(context);
  if (tokens === null) return [];
  const { documents, errors } = composeDocuments(tokens);
  reportProblems(context, errors);
  const readable = documents.filter((document) => document.errors.length === 0);
  for (const document of readable) reportOtherVersion(context, document);
  return readable;
}

/**
 * The syntax tree, or null past a limit. Limits are watched token by token, before anything recursive (the parser as
 * it closes collections, the composer) can see a deep tree.
 */
function parseTokens(context: ReadContext): readonly CST.Token[] | null {
  const { limits, report, source } = context;
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  let count = 0;
  let errors = 0;
  for (const lexeme of new Lexer().lex(source.text)) {
    if (++count > limits.tokens) {
      const at = spanIn(context, parser.offset, parser.offset);
      report.add('too-many-tokens', at, { limit: limits.tokens });
      return null;
    }
    for (const token of parser.next(lexeme)) {
      if (token.type !== 'error' || ++errors <= MOST_ERRORS) tokens.push(token);
    }
    // The document is below the collections.
    const top = parser.stack.at(-1);
    if (top && COLLECTIONS.has(top.type) && parser.stack.length > limits.depth + 1) {
      const at = spanIn(context, top.offset, top.offset + 1);
      report.add('nesting-too-deep', at, { limit: limits.depth });
      return null;
    }
  }
  for (const token of parser.end()) tokens.push(token);
  return tokens;
}

/** Reports the first error of each line: later messages about a broken line do not help. */
function reportProblems(context: ReadContext, errors: readonly YAMLError[]): void {
  const { text } = context.source;
  let lineEnd = -1;
  for (const error of [...errors].sort((a, b) => a.pos[0] - b.pos[0])) {
    const start = Math.min(error.pos[0], text.length);
    if (start <= lineEnd) continue;
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
