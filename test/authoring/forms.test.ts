import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { longForm, shortForm } from '../../authoring/fmt/change-form.ts';
import { formatSource } from '../../authoring/fmt/format-source.ts';
import { constructsOf, differing } from '../../authoring/fmt/constructs.ts';
import type { Source } from '../../compiler/diagnostics/position.ts';
import { readRulesetSources } from '../../library/node/sources.ts';
import { FEATURES } from '../../tools/judge/features.ts';
import { drawPrograms } from '../../tools/judge/judge.ts';
import { programYaml } from '../../tools/judge/program.ts';
import { shippedRulesets } from '../rulesets/ruleset-cases.ts';

type Sources = readonly Source[];

function changed(form: 'short' | 'long', sources: Sources): Sources {
  const result = form === 'short' ? shortForm(sources) : longForm(sources);
  if (result.kind === 'changed') return result.sources;
  const why = result.kind === 'broken' ? JSON.stringify(result.diagnostics) : '';
  throw new Error(`${result.kind}: ${why}\n${sources.map(({ text }) => text).join('---\n')}`);
}

const one = (text: string): Sources => [{ path: 'a.yaml', text }];
const textOf = (sources: Sources): string => sources.map(({ text }) => text).join('');
const short = (text: string): string => textOf(changed('short', one(text)));
const long = (text: string): string => textOf(changed('long', one(text)));

function expectLaws(ruleset: Sources): void {
  const before = constructsOf(ruleset);
  expect(before.byName.size).toBeGreaterThan(0);
  const same = (sources: Sources): void => {
    expect([...differing(before, constructsOf(sources))]).toEqual([]);
  };
  const [asShort, asLong] = [changed('short', ruleset), changed('long', ruleset)];
  same(changed('long', asShort));
  same(changed('short', asLong));
  expect(changed('short', asShort)).toEqual(asShort);
  expect(changed('long', asLong)).toEqual(asLong);
  const written = changed('short', asLong);
  expect(changed('short', changed('long', written))).toEqual(written);
}

describe('the laws of the two forms', () => {
  it.each(shippedRulesets)('hold for $name', async ({ path }) => {
    expectLaws(await readRulesetSources(path));
  });

  it.each(['templates/basic', 'templates/agent-gate', 'examples/agents/policy.yaml'])(
    'hold for %s',
    async (path) => {
      expectLaws(await readRulesetSources(path));
    },
  );

  it('hold for ports of other policies', async () => {
    for (const name of ['allowed-repos', 'requirement-sets', 'shipping-fees'])
      expectLaws(await readRulesetSources(join('test/policies', name)));
  }, 120_000);

  it('hold for any ruleset', () => {
    const drawn = drawPrograms(7, 12, FEATURES).map((program) => one(programYaml(program)));
    // A ruleset whose declarations have no short form with the same constructs is refused as a whole.
    const written = drawn.filter((ruleset) => shortForm(ruleset).kind === 'changed');
    expect(written.length).toBeGreaterThan(drawn.length / 2);
    written.forEach(expectLaws);
  }, 120_000);
});

describe('fmt --short', () => {
  const TEMPLATES = `templates:
  - name: call
    slots:
      - { name: id, type: string, required: true }
      # Words, in lower case.
      - { name: kind, type: symbol, allowed_values: [read, write], default: read }
      - { name: tags, type: symbol, list: true }
  - { name: hold, slots: [{ name: call, type: string, required: true }] }
`;
  const rule = (when: string, then = '{ action: deny, reason: "no {call.id}" }'): string =>
    `${TEMPLATES}rules:\n  # First.\n  - name: a\n    when: ${when}\n    then: ${then}\n`;

  it('writes maps of names and types, and keeps comments', () => {
    expect(
      short(
        rule('[{ template: call, alias: $call, conditions: [{ slot: kind, expression: equals(write) }] }]'),
      ),
    ).toBe(`templates:
  call:
    id!: string
    # Words, in lower case.
    kind: read | write = read
    tags: [symbol]
  hold: { call!: string }
rules:
  # First.
  a:
    deny: "no {call.id}"
    if: call.kind == "write"
`);
  });

  const CALL = '{ template: call, alias: $call }';
  it.each([
    [
      'a quantifier',
      `[${CALL}, { not: [{ template: hold, conditions: [{ slot: call, expression: equals($call.id) }] }] }]`,
      'if: not exists(hold, call.id == hold.call)',
    ],
    [
      'a join',
      `[${CALL}, { template: hold, conditions: [{ slot: call, expression: equals($call.id) }] }]`,
      'if: call.id == hold.call',
    ],
    [
      'an alias',
      `[{ template: call, alias: $c }, { template: call, alias: $call, conditions: [{ slot: id, expression: not_equals($c.id) }] }]`,
      'for: { c: call }',
    ],
    [
      'a list',
      `[{ template: call, alias: $call, conditions: [{ slot: tags, expression: "has_any([a, b])" }] }]`,
      'if: call.tags.has_any(["a", "b"])',
    ],
    [
      'a pattern',
      `[{ template: call, alias: $call, conditions: [{ slot: id, expression: 'matches(^\\d+$)' }] }]`,
      'if: call.id.matches(`^\\d+$`)',
    ],
    [
      'a test',
      `[{ template: call, alias: $call, conditions: [{ slot: id, bind: ?i }, { test: (> (str-length ?i) 3) }] }]`,
      'if: size(call.id) > 3',
    ],
    [
      'an aggregate',
      `[${CALL}, { count: [{ template: hold }], as: ?n, expression: at_least(2) }]`,
      'let:\n      n: count(hold)\n    if: n >= 2',
    ],
  ])('writes %s', (_, when, expected) => {
    expect(short(rule(when))).toContain(`    ${expected}\n`);
  });

  it.each([
    [
      'a comment inside',
      `\n      # Why.\n      - template: call\n        alias: $call\n        # Which.\n        conditions: [{ slot: kind, expression: equals(write) }]`,
    ],
    [
      'a group of several patterns',
      `[${CALL}, { not: [{ template: hold, alias: $h }, { template: call, conditions: [{ slot: id, expression: equals($h.call) }] }] }]`,
    ],
  ])('leaves a half with %s as it is', (_, when) => {
    const written = short(rule(when));
    expect(written).toContain('    when:');
    expect(written).toContain('    deny: "no {call.id}"\n');
  });

  it('reports an invalid ruleset', () => {
    expect(shortForm(one('rules: [{ name: a }]')).kind).toBe('broken');
    expect(longForm(one('rules: [{ name: a }]')).kind).toBe('broken');
  });
});

describe('fmt --long', () => {
  it('writes what a document is lowered to in front of the file', () => {
    const text = `rules:
  production:
    deny: "deletes in {input.env}"
    if: input.tool.name == "delete" and input.env == "prod"
`;
    const written = long(text);
    expect(written).toContain('name: input-tool-name');
    expect(written).toContain('from: document');
    expect(written).toContain(`not_equals("delete")`);
    expect(written).toContain('input.env-text');
    expect(long(written)).toBe(written);
    expect([...differing(constructsOf(one(text)), constructsOf(one(written)))]).toEqual([]);
  });
});

describe('fmt', () => {
  it('writes words for signs, and leaves texts alone', () => {
    const rules = (condition: string): string => `rules:\n  a:\n    allow: true\n    if: ${condition}\n`;
    const formatted = formatSource({
      path: 'a.yaml',
      text: rules(`'input.a == "&& || !" && (input.b || !input.c)'`),
    });
    expect(formatted).toEqual({
      kind: 'formatted',
      text: rules(`'input.a == "&& || !" and (input.b or not input.c)'`),
    });
  });
});
