/** Policies of other engines with their documents and their results. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Engine } from '../../library/node/engine.ts';
import { parseJson } from '../../library/json.ts';

interface Fact {
  readonly template: string;
  readonly data: Readonly<Record<string, unknown>>;
}

interface Case {
  readonly name: string;
  /** A document, or the facts themselves. */
  readonly input?: unknown;
  readonly facts?: readonly Fact[];
  readonly decision: string | null;
  /** Reasons of every firing that decides, sorted; unset if the original reports only its decision. */
  readonly reasons?: readonly string[];
}

/** Reasons of every combination of values, the last slot's first, as letters. */
interface Answers {
  readonly template: string;
  readonly slots: Readonly<Record<string, readonly string[]>>;
  readonly reasons: Readonly<Record<string, string>>;
  readonly answers: readonly string[];
}

const folders = readdirSync(import.meta.dirname, { withFileTypes: true }).filter((entry) =>
  entry.isDirectory(),
);

describe.each(folders.map(({ name }) => name))('%s', async (name) => {
  const folder = join(import.meta.dirname, name);
  const read = (file: string): string | null =>
    existsSync(join(folder, file)) ? readFileSync(join(folder, file), 'utf8') : null;
  const readJson = <T>(file: string): T | null => parseJson(read(file) ?? 'null') as T | null;
  const cases = readJson<readonly Case[]>('cases.json');
  const tree = readJson<Answers>('answers.json');
  const sources = ['ruleset.yaml', 'rows.csv'].flatMap((path) => {
    const text = read(path);
    return text === null ? [] : [{ path, text }];
  });
  const engine = await Engine.fromSources(sources);

  it('compiles without a warning that is not expected', () => {
    expect(engine.warnings).toEqual(readJson('warnings.json') ?? []);
  });

  it.each(cases ?? [])('$name', ({ input, facts, decision, reasons }) => {
    const given = facts === undefined ? { input } : { facts };
    const answer = engine.evaluate({ scoped: true, ...given, include: ['firings'] });
    expect(answer.decision).toBe(decision);
    const found = (answer.firings ?? []).flatMap((firing) => (firing.action === null ? [] : [firing.reason]));
    if (reasons) expect(found.sort()).toEqual(reasons);
  });

  if (tree === null) return;
  it('decides every row as the original does', () => {
    const { template, slots, reasons, answers } = tree;
    const rows = Object.entries(slots).reduce<readonly Readonly<Record<string, string>>[]>(
      (before, [slot, values]) => before.flatMap((row) => values.map((value) => ({ ...row, [slot]: value }))),
      [{}],
    );
    const wanted = [...answers.join('')].map((letter) => reasons[letter]);
    const found = rows.map((data) => engine.evaluate({ scoped: true, facts: [{ template, data }] }).reason);
    expect(found).toEqual(wanted);
  });
});
