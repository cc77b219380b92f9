/** Controls of the writing direction ("Trojan Source"): no source holds them, and an escape means them. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { Engine } from '../../../library/node/engine.ts';
import { rulesetFolder, runHere } from '../../authoring/run-tests.ts';
import { readAll } from './read.ts';

const TURN = '\u202e';
const MESSAGE =
  'the invisible character U+202E reorders the text as displayed: remove it, or write `\\u202e` in a double-quoted text';
const ruleset = (more: string): string =>
  `ruleset: gate\ntemplates: [{ name: user, slots: [{ name: name, type: string }] }]\n${more}\n`;
const rule = (expression: string): string =>
  ruleset(
    `rules: [{ name: r, when: [{ template: user, conditions: [{ slot: name, expression: ${expression} }] }], then: { action: deny } }]`,
  );

describe('an invisible character', () => {
  test.each([
    ['a zero-width space in a word', rule('equals(ro\u200bot)'), '3:93'],
    ['a soft hyphen', rule('equals(root\u00ad)'), '3:95'],
    ['a word joiner in a comment', ruleset('# a\u2060b'), '3:4'],
    [
      'a no-break space behind a plain value',
      ruleset('relations: [{ name: r, columns: [{ name: u, type: symbol }], rows: [[ann\u00a0]] }]'),
      '3:73',
    ],
    ['a narrow one behind a quoted value', rule('"equals(root)\u202f"'), '3:97'],
    ['one between letters', rule('equals(bob\u00a0b)'), '3:94'],
    ['one in front', rule('equals(\u00a0root)'), '3:91'],
    ['a byte order mark inside', ruleset('x-a: \ufeffb'), '3:6'],
  ])('%s is an error', (_, text, place) => {
    const { found } = readAll([{ path: 'rules.yaml', text }]);
    expect(found).toContain(`${place} invisible-character`);
  });

  test.each([
    ['an escape', rule('"equals(\\u200broot)"')],
    ['a no-break space inside a text', ruleset('x-note: 1\u00a0000 francs, bien s\u00fbr\u00a0!')],
    ['a byte order mark at the start', `\ufeff${ruleset('x-note: a')}`],
    ['a joiner of letters', ruleset('x-note: \ud83d\udc69\u200d\ud83d\udcbb')],
  ])('%s is none', (_, text) => {
    const { found } = readAll([{ path: 'rules.yaml', text }]);
    expect(found.filter((one) => one.endsWith('invisible-character'))).toEqual([]);
  });
});

describe('a ruleset with a raw U+202E', () => {
  test.each([
    ['a comment', ruleset(`# only ${TURN}admins`), '3:8'],
    ['a comment behind a value', `ruleset: gate # ${TURN}x\n`, '1:17'],
    ['a plain text', rule(`equals(${TURN}root)`), '3:91'],
    ['a double-quoted text', rule(`"equals(${TURN}root)"`), '3:92'],
    ['a single-quoted text', rule(`'equals(${TURN}root)'`), '3:92'],
    ['a block', ruleset(`x-note: |\n  ${TURN}note`), '4:3'],
    ['a key', ruleset(`x-${TURN}: 1`), '3:3'],
  ])('in %s is an error', (_, text, place) => {
    const { found, messages } = readAll([{ path: 'rules.yaml', text }]);
    expect(found).toContain(`${place} reordering-character`);
    expect(messages).toContain(MESSAGE);
  });

  test('in a file of rows is an error', () => {
    const text = ruleset(
      'relations: [{ name: role, columns: [{ name: user, type: string }], file: roles.csv }]',
    );
    const sources = [
      { path: 'roles.csv', text: `user\n"a${TURN}nn"\n` },
      { path: 'rules.yaml', text },
    ];
    expect(readAll(sources).found).toEqual(['2:3 reordering-character']);
  });

  test.each(['\u202a', '\u202b', '\u202c', '\u202d', '\u2066', '\u2067', '\u2068', '\u2069'])(
    'and so is %j',
    (character) => {
      const { found } = readAll([{ path: 'rules.yaml', text: `# ${character}\nruleset: a\n` }]);
      expect(found).toEqual(['1:3 reordering-character']);
    },
  );

  test('is reported no more than twenty times', () => {
    expect(
      readAll([{ path: 'rules.yaml', text: `# ${TURN.repeat(1_000)}\nruleset: a\n` }]).found,
    ).toHaveLength(20);
  });
});

test('an escape in double quotes is the character', async () => {
  const engine = await Engine.fromSources([{ path: 'rules.yaml', text: rule('"equals(\\"a\\u202eb\\")"') }]);
  const named = (name: string) =>
    engine.evaluate({ scoped: true, facts: [{ template: 'user', data: { name } }] }).ruleTrace;
  expect(named(`a${TURN}b`)).toEqual(['MAIN::r']);
  expect(named('ab')).toEqual([]);
});

describe('a suite', () => {
  it.each([
    ['a.test.yaml', `cases: # ${TURN}\n  - { expect: { decision: deny } }\n`, '1:10'],
    ['cases.json', `[{ "name": "a${TURN}", "expect": { "decision": "deny" } }]`, '1:14'],
  ])('with a raw U+202E is refused: %s', async (name, text, place) => {
    const folder = await rulesetFolder();
    const { code, out } = await runHere('test', await folder.write(name, text));
    expect(out).toContain(`${name}:${place}: ${MESSAGE}`);
    expect(code).toBe(1);
    await folder.remove();
  });

  it('takes the escape, in cases and in properties, and --update writes it', async () => {
    const path = await mkdtemp(join(tmpdir(), 'ferrule-reordering-'));
    await writeFile(join(path, 'rules.yaml'), rule('"equals(\\"a\\u202eb\\")"'));
    await writeFile(
      join(path, 'a.test.yaml'),
      `cases:
  - { name: written, facts: [{ template: user, data: { name: "a\\u202eb" } }], expect: { decision: deny, fired: ["MAIN::r"] } }
  - { name: refused, facts: [{ template: "\\u202e", data: {} }] }
properties:
  - name: never
    never: { decision: allow }
    when: [{ template: user, conditions: [{ slot: name, expression: "equals(\\"a\\u202eb\\")" }] }]
`,
    );
    expect(await runHere('test', path, '--update')).toMatchObject({ code: 0 });
    const { code, out } = await runHere('test', path, '--mutate', '--budget', '10s');
    expect(out).toContain('3 passed');
    // Written out again without a change, the ruleset is the same.
    expect(out).toContain('mutants found');
    expect(code).toBe(0);
    await rm(path, { recursive: true });
  });
});
