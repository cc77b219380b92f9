/** Rows removed from published trees leave gaps, and added rows overlap: each is found, and its example shows it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CompileError, Engine } from '../../library/node/engine.ts';
import { FULL } from '../full.ts';

interface Tree {
  readonly template: string;
  readonly yaml: string;
  readonly header: string;
  readonly rows: readonly string[];
}

function readTree(name: string, template: string): Tree {
  const read = (file: string): string => readFileSync(join(import.meta.dirname, name, file), 'utf8');
  const [header = '', ...rows] = read('rows.csv').trimEnd().split('\n');
  return { template, yaml: read('ruleset.yaml'), header, rows };
}

function load({ yaml, header }: Tree, rows: readonly string[], hit = 'unique'): Promise<Engine> {
  return Engine.fromSources([
    { path: 'ruleset.yaml', text: yaml.replace('    file:', `    hit: ${hit}\n    file:`) },
    { path: 'rows.csv', text: [header, ...rows].join('\n') },
  ]);
}

/** The facts of the example that a diagnostic gives. */
function exampleIn(message: string): Record<string, string> {
  return Object.fromEntries(
    [...message.matchAll(/\$x\.(\w+) = ([\w-]+)/g)].map(([, slot = '', value = '']) => [slot, value]),
  );
}

function inputsOf(row: string): readonly string[] {
  return row.split(',').slice(0, -2);
}

function firingsOf(engine: Engine, { template }: Tree, data: Record<string, string>) {
  const { firings } = engine.evaluate({
    scoped: true,
    facts: [{ template, data }],
    include: ['firings'],
  });
  return (firings ?? []).map(({ rule }) => rule);
}

describe.each([
  ['vulnerability-triage', 'report'],
  ['severity-ratings', 'vector'],
  ['requirement-sets', 'needs'],
])('%s', (name, template) => {
  const tree = readTree(name, template);
  const { header, rows } = tree;
  const middle = Math.floor(rows.length / 2);
  const places = FULL ? [0, middle, rows.length - 1] : [middle];

  it.each(places)('without the row at %i', async (place) => {
    const engine = await load(tree, rows.toSpliced(place, 1));
    expect(engine.warnings).toHaveLength(1);
    expect(engine.warnings[0]).toContain('table-gap');
    const example = exampleIn(engine.warnings[0] ?? '');
    expect(Object.values(example)).toEqual(inputsOf(rows[place] ?? ''));
    expect(firingsOf(engine, tree, example)).toEqual([]);
  });

  it.each(places)('with a row that meets the one at %i', async (place) => {
    // The first column has no condition, so that the row also overlaps others.
    const wide = ['-', ...inputsOf(rows[place] ?? '').slice(1), 'deny', 'added'].join(',');
    const error = await load(tree, [...rows, wide]).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(CompileError);
    const { diagnostics } = error as CompileError;
    expect(new Set(diagnostics.map(({ code }) => code))).toEqual(new Set(['table-overlap']));
    const collecting = await load(tree, [...rows, wide], 'collect');
    for (const { message } of diagnostics) {
      const [, ...names] = /rows `(\w+)` and `(\w+)`/.exec(message) ?? [];
      const example = exampleIn(message);
      expect(Object.keys(example)).toHaveLength(header.split(',').length - 2);
      const [fired = ''] = firingsOf(collecting, tree, example);
      const table = fired.slice(0, fired.lastIndexOf('/'));
      expect(firingsOf(collecting, tree, example)).toEqual(names.map((row) => `${table}/${row}`));
    }
  });
});

it('finds the score that a published table leaves out', async () => {
  // After the categories of risk of the lending example of the DMN Technology Compatibility Kit (level 3, 0004).
  const text = `templates:
  - { name: applicant, slots: [{ name: existing, type: boolean, required: true }, { name: score, type: integer, required: true }] }
tables:
  - name: risk
    when: [{ template: applicant, alias: $x }]
    inputs: [$x.existing, $x.score]
    outputs: [action, reason]
    rows:
      - [false, "<100", escalate, HIGH]
      - [false, "[100..120)", escalate, MEDIUM]
      - [false, "[120..130)", allow, LOW]
      - [false, ">130", allow, VERY LOW]
      - [true, "<80", deny, DECLINE]
      - [true, "[80..90)", escalate, HIGH]
      - [true, "[90..110]", escalate, MEDIUM]
      - [true, ">110", allow, LOW]
`;
  const engine = await Engine.fromSources([{ path: 'risk.yaml', text }]);
  expect(engine.warnings).toHaveLength(1);
  expect(exampleIn(engine.warnings[0] ?? '')).toEqual({ existing: 'false', score: '130' });
  const reason = (existing: boolean, score: number) =>
    engine.evaluate({ scoped: true, facts: [{ template: 'applicant', data: { existing, score } }] }).reason;
  expect(
    [false, true].map((existing) => [79, 90, 110, 120, 131].map((score) => reason(existing, score))),
  ).toEqual([
    ['HIGH', 'HIGH', 'MEDIUM', 'LOW', 'VERY LOW'],
    ['DECLINE', 'MEDIUM', 'MEDIUM', 'LOW', 'LOW'],
  ]);
  expect(reason(false, 130)).toBe('default decision (no rules fired)');
});
