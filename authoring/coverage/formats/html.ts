import { escaped } from '../../../library/explain/formats/html.ts';
import { outcomesOf, type ConditionCoverage, type RuleCoverage } from '../coverage.ts';
import type { CoverageFormat } from './formats.ts';
import { summaryLine } from './text.ts';

const STYLE =
  'body{font:15px/1.5 system-ui,sans-serif;margin:2em auto;max-width:80em;padding:0 1em}' +
  'table{border-collapse:collapse;width:100%;font:13px/1.5 ui-monospace,monospace}' +
  'td{padding:0 .7em;white-space:pre-wrap;vertical-align:top}td.n{text-align:right;color:#888;white-space:nowrap}' +
  'tr.full{background:#2c82}tr.part{background:#fa03}tr.none{background:#f333}';

/** Report of one line. */
interface LineNote {
  covered: number;
  total: number;
  readonly texts: string[];
}

type Counts = Pick<ConditionCoverage, 'followed' | 'in' | 'held' | 'failed' | 'boundaries'>;

/** The YAML with colours and counts, as one page without scripts and without anything from a network. */
export const htmlFormat: CoverageFormat = {
  name: 'html',
  write(coverage, textOf) {
    const rules = coverage.rulesets.flatMap((one) => one.rules);
    const files = [...new Set(rules.map(({ file }) => file))];
    const pages = files.map((file) => {
      const notes = notesOf(rules.filter((rule) => rule.file === file));
      return `<h2>${escaped(file)}</h2>\n<table>\n${rows(textOf(file), notes)}\n</table>`;
    });
    return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Coverage</title><style>${STYLE}</style></head><body>
<h1>Coverage</h1><p>${escaped(summaryLine(coverage))}</p>
${pages.join('\n')}
</body></html>
`;
  },
};

function notesOf(rules: readonly RuleCoverage[]): ReadonlyMap<number, LineNote> {
  const notes = new Map<number, LineNote>();
  const add = (line: number, all: readonly (number | null)[], text: string): void => {
    const note = notes.get(line) ?? { covered: 0, total: 0, texts: [] };
    const counts = all.filter((count) => count !== null);
    note.covered += counts.filter((count) => count > 0).length;
    note.total += counts.length;
    note.texts.push(text);
    notes.set(line, note);
  };
  const addOutcomes = (line: number, counts: Counts, of: string): void => {
    const { held, failed, boundaries } = counts;
    add(line, outcomesOf(counts), `${of}held ${held}, failed ${failed}`);
    for (const { bound, on, under, over } of boundaries)
      add(
        line,
        [on, under, over],
        `${of}${bound}: on ${on}, ${under === null ? `over ${over}` : `under ${under}`}`,
      );
  };
  for (const { line, fired, conditions, branches, cells } of rules) {
    add(line, [fired], `fired ${fired}`);
    for (const one of branches) add(one.line, [one.passed], `branch ${one.passed}`);
    for (const { line: at, of, ...counts } of conditions)
      addOutcomes(at, counts, of === undefined ? '' : `${of} `);
    for (const { line: at, input, ...counts } of cells) addOutcomes(at, counts, `${input} `);
  }
  return notes;
}

function rows(text: string, notes: ReadonlyMap<number, LineNote>): string {
  return text
    .split('\n')
    .map((line, i) => {
      const note = notes.get(i + 1);
      const kind =
        note === undefined ? '' : note.covered === note.total ? 'full' : note.covered > 0 ? 'part' : 'none';
      const told = note === undefined ? '' : note.texts.join('; ');
      return `<tr class="${kind}"><td class="n">${i + 1}</td><td>${escaped(line)}</td><td class="n">${escaped(told)}</td></tr>`;
    })
    .join('\n');
}
