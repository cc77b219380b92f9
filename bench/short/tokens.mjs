/**
 * Counts tokens of policies by a rule that anyone can repeat: a name, a number, a text and a sign (`==` and its like are
 * one) are one token each; comments do not count; code in quotes counts by what is in it. Characters are counted
 * without comments, with each run of white space as one.
 *
 *     node bench/short/tokens.mjs [FOLDER]
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const TOKEN =
  /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|''|\\.)*'|`[^`]*`|[A-Za-z_][\w-]*|\d+(?:\.\d+)?|==|!=|<=|>=|&&|\|\||:=|\?\?|->|::|[^\s\w]/g;
/** Keys of YAML whose quoted value is code. */
const CODE = new Set([
  'expression',
  'test',
  'bind',
  'expr',
  'if',
  'ruleActivated',
  'of',
  'as',
  'now',
  'alias',
  'each',
  'inputs',
]);
/** An item of a list, or a value, that is code by its look. */
const LOOKS_LIKE_CODE = /^[$?]\w|^\(\w|\w\.\w+(?:\(| [=<>!])|[\w)] (?:and|or|in) /;

/** The text without comments; marks of comments inside of texts are none. */
export function withoutComments(text, kind) {
  const comment = kind === 'cedar' ? /\/\/[^\n]*/ : /(?<=^|\s)#[^\n]*/m;
  const texts =
    kind === 'yaml' ? /"(?:[^"\\]|\\.)*"|(?<=[\s:[{,(-])'(?:[^']|'')*'/ : /"(?:[^"\\]|\\.)*"|`[^`]*`/;
  const either = new RegExp(`(${texts.source})|${comment.source}`, 'gm');
  return text.replace(either, (_, quoted) => quoted ?? '');
}

export function countTokens(text, kind) {
  const tokens = withoutComments(text, kind).match(TOKEN) ?? [];
  if (kind !== 'yaml') return tokens.length;
  return tokens.reduce((sum, token, i) => {
    if (!/^["']/.test(token) || token.length < 3) return sum + 1;
    const inner = token.slice(1, -1).replaceAll(token[0] === "'" ? "''" : '\\"', token[0]);
    const isCode =
      (tokens[i - 1] === ':' && CODE.has(tokens[i - 2])) ||
      (tokens[i - 1] === '-' && LOOKS_LIKE_CODE.test(inner)) ||
      /^[$?]\w|^\(\w/.test(inner);
    return sum + (isCode ? (inner.match(TOKEN) ?? []).length : 1);
  }, 0);
}

const countCharacters = (text, kind) => withoutComments(text, kind).replace(/\s+/g, ' ').trim().length;
/** Six policies, each in the short and the long form, and as Rego, Cedar and Cerbos write it. */
export const POLICIES = join(import.meta.dirname, 'policies');

const FORMS = ['short.yaml', 'long.yaml', 'rego', 'cedar', 'cerbos.yaml'];

export function tokenTable(folder) {
  const files = readdirSync(folder);
  const policies = [...new Set(files.map((name) => name.split('.')[0]))].sort();
  return policies.map((policy) => ({
    policy,
    counts: FORMS.map((form) => {
      const name = `${policy}.${form}`;
      if (!files.includes(name)) return null;
      const text = readFileSync(join(folder, name), 'utf8');
      const kind = form.endsWith('yaml') ? 'yaml' : form;
      return { tokens: countTokens(text, kind), characters: countCharacters(text, kind) };
    }),
  }));
}

export function printTokens(folder) {
  const rows = tokenTable(folder);
  const total = FORMS.map((_, i) =>
    rows.some(({ counts }) => counts[i] === null)
      ? null
      : rows.reduce(
          (sum, { counts }) => ({
            tokens: sum.tokens + counts[i].tokens,
            characters: sum.characters + counts[i].characters,
          }),
          { tokens: 0, characters: 0 },
        ),
  );
  console.log(`| tokens / characters | ${FORMS.join(' | ')} |`);
  console.log(`|---|${FORMS.map(() => '---').join('|')}|`);
  for (const { policy, counts } of [...rows, { policy: 'all', counts: total }]) {
    const cells = counts.map((one) => (one === null ? '–' : `${one.tokens} / ${one.characters}`));
    console.log(`| ${policy} | ${cells.join(' | ')} |`);
  }
}

if (process.argv[1] === import.meta.filename) printTokens(process.argv[2] ?? POLICIES);
