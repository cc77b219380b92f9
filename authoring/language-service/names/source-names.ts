import { nextToken, type Token } from '../../../compiler/language/expression/tokens.ts';
import type { SourceText } from '../../../compiler/syntax.ts';
import { ownId, slotId, templateId, withName, type Scope } from './scope.ts';

/**
 * Takes the names of CLIPS source: functions, constants, variables, and the templates and slots of fact queries.
 *
 * @param own the function that the source defines; `null` for an expression of a rule
 */
export function collectSource(given: Scope, source: SourceText, own: string | null = null): void {
  const { collector, functions, templates } = given.names;
  const tokens = tokensOf(source.text);
  /** Templates of the variables of fact queries. */
  const facts = new Map<string, string>();
  let scope = given;
  tokens.forEach((token, i) => {
    const [before, after] = [tokens[i - 1], tokens[i + 1]];
    const isHead = before?.kind === 'open';
    if (token.kind === 'symbol') {
      const name = token.text.replace(/^MAIN::/, '');
      const at = source.spanOf(token.end - name.length, token.end);
      const constant = /^\$const\.([\w-]+)/.exec(name)?.[1];
      const isOwn = name === own && isWord(before, DEFINES);
      if (isOwn || (isHead && functions.has(name))) collector.add('function', `function:${name}`, name, at);
      else if (templates.has(name) && isOfQuery(tokens, i))
        collector.add('template', templateId(name), name, at);
      else if (constant !== undefined) collector.add('constant', `constant:${constant}`, constant, at);
    }
    if (token.kind !== 'variable' && token.kind !== 'multi-variable') return;
    const [name = '', slot] = token.text.split(':');
    const start = token.start + (token.kind === 'variable' ? 1 : 2);
    const at = source.spanOf(start, start + name.length);
    if (isHead && after?.kind === 'symbol' && templates.has(after.text)) facts.set(name, after.text);
    const bound = scope.bound.get(`?${name}`);
    if (bound !== undefined) collector.add('variable', bound.id, name, at);
    else if (isHead || isWord(before, BINDS)) {
      const id = ownId(scope, 'variable', name, at);
      collector.add('variable', id, name, at, 'definition');
      scope = withName(scope, `?${name}`, { kind: 'value', id });
    }
    const template = facts.get(name);
    if (slot !== undefined && template !== undefined)
      collector.add('slot', slotId(template, slot), slot, source.spanOf(start + name.length + 1, token.end));
  });
}

/** The word before the name of the function that is defined. */
const DEFINES: ReadonlySet<string> = new Set(['deffunction']);
/** Words before a variable that they bind. Queries and other loops bind the first of their parentheses. */
const BINDS: ReadonlySet<string> = new Set(['bind', 'foreach']);

const isWord = (token: Token | undefined, words: ReadonlySet<string>): boolean =>
  token?.kind === 'symbol' && words.has(token.text);

/** True for a template of a fact query: `(?fact template another)`. */
function isOfQuery(tokens: readonly Token[], at: number): boolean {
  let i = at - 1;
  while (tokens[i]?.kind === 'symbol') i--;
  return tokens[i]?.kind === 'variable' && tokens[i - 1]?.kind === 'open';
}

function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  for (let at = 0; ;) {
    const token = nextToken(text, at);
    if (token.kind === 'end' || token.end <= at) return tokens;
    tokens.push(token);
    at = token.end;
  }
}
