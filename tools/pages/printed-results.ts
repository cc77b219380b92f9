/** The page "Results of operators and functions": each is compiled and evaluated, in both forms. `npm run check` compares it. */
import { parse } from 'yaml';
import { longForm } from '../../authoring/fmt/change-form.ts';
import { compileSources } from '../../compiler/compile.ts';
import { Engine } from '../../library/node/engine.ts';
import { loadRuleset } from '../../library/node/load-ruleset.ts';
import { RESULTS, type ResultRow } from './result-rows.ts';

export const PRINTED_RESULTS = 'docs/reference/results.md';
const NOW = Date.parse('2026-01-02T00:00:00Z');

const HEAD = `# Results of operators and functions

After this page you know what an operator or function returns for a value, and for one that it cannot read. Each row was evaluated in both
forms, with the clock at \`2026-01-02T00:00:00Z\` and \`const.words\` as \`[apk, curl]\`. \`unknown\` means that a rule that opens does not fire
and a rule that closes does. In the long form, \`?x\` stands for the variable that holds \`input.x\`.

[Rules](rules.md) explains the short form, [Functions](functions.md#values) and [Operators](operators.md) have the details.
`;

/** The page. Throws if the two forms of a row differ. */
export function printedResults(): string {
  const sections = RESULTS.map(({ title, rows }) =>
    [
      `## ${title}\n`,
      '| short form | long form | `input` | result |',
      '| --- | --- | --- | --- |',
      ...rows.map(line),
      '',
    ].join('\n'),
  );
  return [HEAD, ...sections].join('\n');
}

function line(row: ResultRow): string {
  const short = policyOf(row);
  const changed = longForm([{ path: 'rules.yaml', text: short }]);
  if (changed.kind !== 'changed') throw new Error(`no long form: ${row.short}`);
  const long = changed.sources.map(({ text }) => text).join('---\n');
  const [result, same] = [resultOf(short, row), resultOf(long, row)];
  if (result !== same) throw new Error(`${row.short}: ${result} in the short form, ${same} in the long form`);
  const cells = [code(row.short), code(longText(long, row.short)), code(JSON.stringify(row.input)), result];
  return `| ${cells.join(' | ')} |`;
}

const code = (text: string): string => `\`${text.replaceAll('|', '\\|')}\``;

const HEADER = 'constants: { words: [apk, curl] }\ndefault: none\n';

/** A rule that asserts the value, or two rules with the condition: one that opens, and one that closes. */
function policyOf({ short, type }: ResultRow): string {
  const text = JSON.stringify(short);
  if (type === undefined)
    return `${HEADER}rules:\n  opens: { allow: true, if: ${text} }\n  closes: { deny: true, if: ${text} }\n`;
  const assert = JSON.stringify(`out(value = ${short})`);
  return `${HEADER}templates: { out: { value: ${type} } }\nrules:\n  opens: { for: input, assert: ${assert} }\n`;
}

function resultOf(text: string, { input, type }: ResultRow): string {
  const compilation = compileSources([{ path: 'rules.yaml', text }]);
  if (!compilation.ok)
    throw new Error(`${text}\n${compilation.diagnostics.map(({ message }) => message).join('\n')}`);
  const engine = new Engine(loadRuleset(compilation.javascript()), { now: () => NOW });
  const { ruleTrace, facts } = engine.evaluate({ scoped: true, input, include: ['facts'] });
  if (type === undefined) {
    const fires = (name: string): boolean => ruleTrace.includes(`MAIN::${name}`);
    return fires('opens') ? 'true' : fires('closes') ? 'unknown' : 'false';
  }
  const made = facts?.find(({ template }) => template === 'out');
  return made === undefined ? 'unknown' : code(JSON.stringify(made.data['value']));
}

/** What the long form has for the condition, or the value, of the first rule. */
function longText(long: string, short: string): string {
  const rules = parse(long.slice(long.lastIndexOf('rules:'))) as { readonly rules: readonly unknown[] };
  const texts = textsIn(rules.rules[0]);
  // A rule of an aggregate first says what is known; all that belongs to its value is shown.
  const isFold = /^(?:count|sum|min|max|distinct)\(/.test(short);
  const shown = isFold ? texts.filter((text) => !/^\((?:not|\w+-readable)\b/.test(text)) : texts.slice(-1);
  return shown
    .join('`, `')
    .replace(/\$?\?(?:input-(?:[\w-]+-item-)?)?(\w+?)(?:-\d+)?(?:-value)?(?=[\s)]|$)/g, '?$1');
}

const SHOWN: ReadonlySet<string> = new Set(['test', 'expression', 'value', 'of']);

/** Operators and tests in an entry of `when`, and values in `then`. Keys that join items are left out. */
function textsIn(part: unknown): readonly string[] {
  if (Array.isArray(part)) return part.flatMap(textsIn);
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part as Readonly<Record<string, unknown>>).flatMap(([key, value]) => {
    if (typeof value === 'string') return SHOWN.has(key) && !/\.at\d\)/.test(value) ? [value] : [];
    return textsIn(value);
  });
}
