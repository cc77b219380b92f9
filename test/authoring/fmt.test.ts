import { chmod, lstat, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { compileSources } from '../../compiler/compile.ts';
import { formatSource } from '../../authoring/fmt/format-source.ts';
import { readRulesetSources } from '../../library/node/sources.ts';
import { FEATURES } from '../../tools/judge/features.ts';
import { drawPrograms } from '../../tools/judge/judge.ts';
import { programYaml } from '../../tools/judge/program.ts';
import { runCli } from '../cli/run-cli.ts';
import { shippedRulesets } from '../rulesets/ruleset-cases.ts';
import { full } from '../full.ts';
import { emitClips } from '../../compiler/emit/clips/emit-clips.ts';

function format(text: string): string {
  const formatted = formatSource({ path: 'a.yaml', text });
  if (formatted.kind !== 'formatted') throw new Error(`${formatted.kind}: ${text}`);
  return formatted.text;
}

function constructs(text: string): string {
  const compilation = compileSources([{ path: 'a.yaml', text }]);
  return compilation.ok
    ? emitClips(compilation.ruleset)
    : compilation.diagnostics.map(({ message }) => message).join('\n');
}

const words = (text: string): readonly string[] => text.match(/# remark \d+/g) ?? [];

describe('formatting', () => {
  it.each([
    ['indentation', 'a:\n     - b\n     -   c: 1\n         d: 2\n', 'a:\n  - b\n  - c: 1\n    d: 2\n'],
    ['blanks', 'a:   1\nb:   [ x,y ,{c: 1} ]\n', 'a: 1\nb: [x, y, { c: 1 }]\n'],
    ['empty lines', 'a: 1\n\n\n\nb: 2\n\n\n', 'a: 1\n\nb: 2\n'],
    ['scalars as written', "a: 1.50\nb: 0x1F\nc: ~\nd: \"\\u202e\"\ne: 'it''s'\n", null],
    [
      'a long flow map',
      `a: { b: "${'x'.repeat(60)}", c: "${'y'.repeat(60)}" }\n`,
      `a:\n  {\n    b: "${'x'.repeat(60)}",\n    c: "${'y'.repeat(60)}"\n  }\n`,
    ],
    ['long texts on their line', `a: ${'word '.repeat(60)}end\n`, null],
    [
      'blocks',
      'a: |\n     one\n       two\nb: >-\n     three\n     four\n',
      'a: |\n  one\n    two\nb: >-\n  three\n  four\n',
    ],
    ['anchors', 'a: &x   [ 1 ]\nb: *x\n', 'a: &x [1]\nb: *x\n'],
    ['line ends', 'a: 1\r\nb: 2\r\n', 'a: 1\nb: 2\n'],
    ['documents', 'a: 1\n---\nb: 2\n', null],
    ['comments alone', '# one\n# two\n\n', '# one\n# two\n'],
    ['nothing', '', null],
    [
      'comments',
      '# head\na:   1 # behind\n# between\nb:\n    # inside\n  - 1\n# end\n',
      '# head\na: 1 # behind\n# between\nb:\n  # inside\n  - 1\n\n# end\n',
    ],
  ])('%s', (_, text, expected) => {
    expect(format(text)).toBe(expected ?? text);
    expect(format(format(text))).toBe(format(text));
  });

  it.each(shippedRulesets.slice(full(0, -1)))('changes nothing of what $name says', async ({ path }) => {
    for (const { text } of await readRulesetSources(path)) {
      const once = format(text);
      expect(format(once)).toBe(once);
      expect(constructs(once)).toBe(constructs(text));
    }
  });

  it('keeps meaning and comments of any ruleset, in any layout, and is done after one run', () => {
    const drawn = drawPrograms(3, full(60, 8), FEATURES).map(programYaml);
    const layout = fc.array(fc.nat(9), { minLength: 40, maxLength: 40 });
    fc.assert(
      fc.property(fc.constantFrom(...drawn), layout, (yaml, dice) => {
        const text = disarrange(yaml, dice);
        const formatted = formatSource({ path: 'a.yaml', text });
        expect(formatted.kind, text).toBe('formatted');
        const once = format(text);
        expect(format(once)).toBe(once);
        expect(constructs(once)).toBe(constructs(yaml));
        expect(words(once)).toEqual(words(text));
      }),
      { numRuns: full(60, 8) },
    );
  });
});

describe('rows of tables and relations', () => {
  const cell = fc.oneof(
    fc.constantFrom('"-"', 'allow', '"< 100"', '3', '"not(a, b)"', '[a, b]', '{ x: 1, y: [a] }'),
    fc.integer({ min: 1, max: 80 }).map((length) => `"${'text '.repeat(length).slice(0, length)}"`),
  );
  const row = fc.array(cell, { minLength: 1, maxLength: 8 }).chain((cells) =>
    fc
      .array(fc.constantFrom(' ', '  ', '\n          ', '\n            '), {
        minLength: cells.length,
        maxLength: cells.length,
      })
      .map((gaps) => ({ cells, text: `[${cells.map((one, i) => `${gaps[i]}${one}`).join(',')}]` })),
  );
  const tail = fc.constantFrom('', '   # remark 1');

  it('stay on one line each, however wide and however written, and are done after one run', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(row, tail), { minLength: 1, maxLength: 5 }),
        fc.boolean(),
        (rows, isFlow) => {
          const items = rows.map(([{ text }, remark]) => (isFlow ? text : `      -   ${text}${remark}\n`));
          const list = isFlow ? ` [${items.join(',\n        ')}]\n` : `\n${items.join('')}`;
          const text = `tables:\n  - name: t\n    rows:${list}`;
          const once = format(text);
          expect(format(once)).toBe(once);
          const lines = once.split('\n').map((line) => line.trim().replace(/^- |,$| +# remark 1$/g, ''));
          for (const [{ cells }] of rows) {
            const written = `[${cells.join(', ')}]`;
            if (isFlow) expect(once).toContain(written);
            else expect(lines).toContain(written);
          }
        },
      ),
      { numRuns: full(200, 60) },
    );
  });

  it('keep a remark inside, over several lines', () => {
    const text = 'rows:\n  - [\n      a, # why\n      b\n    ]\n';
    expect(format(text)).toBe(text);
  });
});

/** Comments and empty lines between the lines of a text, and comments behind some. */
function disarrange(yaml: string, dice: readonly number[]): string {
  let block = -1;
  let remarks = 0;
  return yaml
    .split('\n')
    .map((line, i) => {
      const indent = line.search(/\S/);
      if (block >= 0 && (indent > block || indent === -1)) return line;
      block = /[|>][+-]?\d?$/.test(line) ? indent : -1;
      const blanks = ' '.repeat(Math.max(indent, 0));
      const roll = dice[i % dice.length] ?? 0;
      if (roll === 1) return `${blanks}# remark ${remarks++}\n${line}`;
      if (roll === 2) return `\n\n${line}`;
      if (roll === 3 && indent >= 0 && block === -1 && line.trim() !== '---')
        return `${line}   # remark ${remarks++}`;
      return line;
    })
    .join('\n');
}

describe('ferrule fmt', () => {
  const UGLY = 'ruleset:   gate\nrules:   []\n';
  const NEAT = 'ruleset: gate\nrules: []\n';
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ferrule-fmt-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));
  const write = async (name: string, text: string): Promise<string> => {
    await writeFile(join(folder, name), text);
    return join(folder, name);
  };

  it('changes files in place and names them', async () => {
    const [ugly, neat] = [await write('a.yaml', UGLY), await write('b.yaml', NEAT)];
    await chmod(ugly, 0o640);
    expect(await runCli(['fmt', folder])).toEqual({ code: 0, out: `${ugly}\n`, err: '' });
    expect(await readFile(ugly, 'utf8')).toBe(NEAT);
    expect((await stat(ugly)).mode & 0o777).toBe(0o640);
    expect(await runCli(['fmt', ugly, neat])).toEqual({ code: 0, out: '', err: '' });
  });

  it('--check changes nothing and fails', async () => {
    const [ugly, neat] = [await write('a.yaml', UGLY), await write('b.yaml', NEAT)];
    expect(await runCli(['fmt', '--check', ugly, neat])).toEqual({ code: 1, out: `${ugly}\n`, err: '' });
    expect(await readFile(ugly, 'utf8')).toBe(UGLY);
    expect((await runCli(['fmt', '--check', neat])).code).toBe(0);
  });

  it('formats standard input', async () => {
    expect(await runCli(['fmt', '-'], UGLY)).toEqual({ code: 0, out: NEAT, err: '' });
    expect(await runCli(['fmt', '-', '--check'], UGLY)).toEqual({ code: 1, out: 'stdin\n', err: '' });
    expect(await runCli(['fmt', '-', '--check'], NEAT)).toEqual({ code: 0, out: '', err: '' });
  });

  it('keeps a link and changes what it leads to', async () => {
    await mkdir(join(folder, 'real'));
    const real = await write('real/a.yaml', UGLY);
    await symlink(real, join(folder, 'link.yaml'));
    expect((await runCli(['fmt', join(folder, 'link.yaml')])).code).toBe(0);
    expect((await lstat(join(folder, 'link.yaml'))).isSymbolicLink()).toBe(true);
    expect(await readFile(real, 'utf8')).toBe(NEAT);
  });

  it('shows what is wrong with broken YAML, leaves it, and goes on', async () => {
    const [broken, ugly] = [await write('a.yaml', 'a: [1\nb: 2\n'), await write('b.yaml', UGLY)];
    const { code, out, err } = await runCli(['fmt', broken, ugly]);
    expect({ code, out }).toEqual({ code: 1, out: `${ugly}\n` });
    expect(err).toMatch(/^a\.yaml:\d+:\d+: error yaml-syntax/);
    expect(await readFile(broken, 'utf8')).toBe('a: [1\nb: 2\n');
    expect((await runCli(['fmt', '-'], 'a: [1\n')).code).toBe(1);
  });

  it('formats a ruleset that does not compile', async () => {
    const wrong = await write('a.yaml', 'ruels:   []\n');
    expect((await runCli(['fmt', wrong])).code).toBe(0);
    expect(await readFile(wrong, 'utf8')).toBe('ruels: []\n');
  });

  it('reports a missing path', async () => {
    const gone = join(folder, 'gone');
    expect(await runCli(['fmt', gone])).toEqual({
      code: 1,
      out: '',
      err: `ferrule: ${gone}: no such file or folder\n`,
    });
  });
});
