import { Ajv } from 'ajv';
import { parseAllDocuments } from 'yaml';
import { describe, expect, it } from 'vitest';
import { rulesetJsonSchema } from '../../compiler/schema/ruleset-schema.ts';
import { readRulesetSources } from '../../library/node/sources.ts';

const validate = new Ajv({ strict: false, allErrors: true }).compile(rulesetJsonSchema());

const problems = (text: string): readonly string[] =>
  parseAllDocuments(text, { version: '1.2' }).flatMap((document) =>
    document.contents === null || validate(document.toJS())
      ? []
      : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ''}`),
  );

describe('the schema of rulesets takes', () => {
  it.each([
    ...['rulesets/tool-call-gate', 'rulesets/data-access', 'rulesets/spend-limits', 'rulesets/triage'],
    ...['templates/basic', 'templates/agent-gate'],
    ...['examples/agents/policy.yaml', 'examples/agents/envoy.yaml', 'examples/agents/authzen.yaml'],
  ])('%s', async (path) => {
    for (const { path: file, text } of await readRulesetSources(path))
      if (/\.ya?ml$/.test(file)) expect(problems(text), file).toEqual([]);
  });

  it.each([
    [
      'types',
      'templates: { a: { b!: string, c: low | high = low, d: [symbol], e: 1 | 2 sensitive, f: { type: float } } }',
    ],
    ['a template with its keys', 'templates: { a: { description: x, from: host, slots: { b!: string } } }'],
    ['a slot named slots', 'templates: { a: { slots: string } }'],
    ['a template without slots', 'templates: { a: }'],
    ['relations', 'relations: { r: { columns: { a: string, b: symbol sensitive }, rows: [[x, y]] } }'],
    ['modules', 'modules: { a: first, b: , c: { priority: 2 } }'],
    ['names of modules', 'modules: [a, { name: b }]'],
    ['hierarchies', 'hierarchies: { h: [low, high], i: { levels: [a, b], compartments: [x] } }'],
    ['a default', 'default: none'],
    [
      'a document',
      'input: { tool!: { name!: string }, rows: integer = 0, items: [{ a: any }], labels: { "*": string } }',
    ],
    ['a file', 'input: tools.json'],
    ['rules', 'rules: { a: { allow: true, if: input.a == 1 }, b: { for: [x, y], assert: t(a = 1) } }'],
    [
      'a list of rules',
      'rules: [{ name: a, deny: no, if: [a.b, not a.c], for: { a: b }, let: { n: count(x) } }]',
    ],
    [
      'halves',
      'rules: { a: { if: a.b, then: { action: deny } }, b: { when: [{ template: a }], deny: true } }',
    ],
    [
      'a table',
      'tables: { t: { if: input.open, for: x, hit: first, inputs: [input.level, x.tier], outputs: [name, action, reason, assert a.b], rows: [[high, ">= 10", one, deny, "{x.id}", $x.id], ["-", [a, b], two, allow, 5, true]], default: [deny, no, x] } }',
    ],
    [
      'a long table',
      'tables: [{ name: t, when: [{ template: x, alias: $x }], inputs: [$x.level], outputs: [action], rows: [[high, deny]] }]',
    ],
    ['a table of a file', 'tables: { t: { if: [a.b, not a.c], module: m, file: rows.csv } }'],
    ['a target', 'rules: { a: { route: desk, reason: why, if: a.b } }'],
  ])('%s', (_, text) => {
    expect(problems(text)).toEqual([]);
  });
});

describe('the schema of rulesets refuses', () => {
  it.each([
    ['a type with `!`', 'templates: { a: { b: string! } }'],
    ['an unknown type', 'templates: { a: { b: text } }'],
    ['two types in a list', 'templates: { a: { b: [string, string] } }'],
    ['a column with `!`', 'relations: { r: { columns: { a!: string }, rows: [[x]] } }'],
    ['two actions', 'rules: { a: { allow: true, deny: true, if: a.b } }'],
    ['an action of another kind', 'rules: { a: { allow: false, if: a.b } }'],
    ['an action without a value', 'rules: { a: { allow: , if: a.b } }'],
    ['two reasons', 'rules: { a: { deny: no, reason: no, if: a.b } }'],
    ['a reason without an action', 'rules: { a: { reason: no, if: a.b } }'],
    ['both forms of the left half', 'rules: { a: { allow: true, if: a.b, when: [{ template: a }] } }'],
    ['both forms of the right half', 'rules: { a: { allow: true, if: a.b, then: { action: deny } } }'],
    ['a rule without a condition', 'rules: { a: { allow: true } }'],
    ['an empty condition', 'rules: { a: { allow: true, if: } }'],
    ['an empty list of conditions', 'rules: { a: { allow: true, if: [] } }'],
    ['an unknown key', 'rules: { a: { allow: true, if: a.b, unless: c.d } }'],
    ['a name under a name', 'rules: { a: { name: b, allow: true, if: a.b } }'],
    ['a word that is not a doubt', 'rules: { a: { allow: true, if: a.b, in_doubt: maybe } }'],
    ['a default of another action', 'default: route'],
    ['a table without conditions', 'tables: { t: { inputs: [a.b], outputs: [action], rows: [[x, deny]] } }'],
    [
      'a table in both forms',
      'tables: { t: { if: a.b, when: [{ template: a }], inputs: [a.b], outputs: [action], rows: [[x, deny]] } }',
    ],
    ['a table without rows', 'tables: { t: { if: a.b, inputs: [a.b], outputs: [action] } }'],
    ['a table with a file and rows', 'tables: { t: { if: a.b, file: a.csv, rows: [[x]] } }'],
    ['an unknown key of a table', 'tables: { t: { if: a.b, file: a.csv, let: { n: count(x) } } }'],
    ['another hit policy', 'tables: { t: { if: a.b, file: a.csv, hit: last } }'],
    ['an empty condition of a table', 'tables: { t: { if: , file: a.csv } }'],
    ['a name under a name of a table', 'tables: { t: { name: a, if: a.b, file: a.csv } }'],
    ['a list of two items', 'input: { items: [string, string] }'],
  ])('%s', (_, text) => {
    expect(problems(text)).not.toEqual([]);
  });
});
