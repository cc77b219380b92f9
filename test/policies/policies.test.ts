/** Policies of other engines with their documents and their answers. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Engine } from '../../server/library/engine.ts';
import { parseJson } from '../../server/library/json.ts';

interface Case {
  readonly name: string;
  readonly input: unknown;
  readonly decision: string;
  /** Of every firing that decides, sorted; left out where the original tells no more than its decision. */
  readonly reasons?: readonly string[];
}

const folders = readdirSync(import.meta.dirname, { withFileTypes: true }).filter((entry) =>
  entry.isDirectory(),
);

describe.each(folders.map(({ name }) => name))('%s', async (name) => {
  const folder = join(import.meta.dirname, name);
  const cases = parseJson(readFileSync(join(folder, 'cases.json'), 'utf8')) as readonly Case[];
  const text = readFileSync(join(folder, 'ruleset.yaml'), 'utf8');
  const engine = await Engine.fromSources([{ path: 'ruleset.yaml', text }]);

  it('compiles without a warning', () => {
    expect(engine.warnings).toEqual([]);
  });

  it.each(cases)('$name', ({ input, decision, reasons }) => {
    const answer = engine.evaluate({ scoped: true, input, include: ['firings'] });
    expect(answer.decision).toBe(decision);
    const found = (answer.firings ?? []).flatMap((firing) => (firing.action === null ? [] : [firing.reason]));
    if (reasons) expect(found.sort()).toEqual(reasons);
  });
});
