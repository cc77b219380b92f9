import { expect, test } from 'vitest';
import { check } from '../../compiler/check/check.ts';

const TEMPLATES = `
templates:
  - { name: item, slots: [{ name: id, type: string, required: true }, { name: n, type: integer }] }
  - { name: shared, scope: fleet, slots: [{ name: id, type: string }] }
  - { name: hosted, from: host, slots: [{ name: id, type: string }] }
`;

function found(yaml: string): readonly string[] {
  return check(TEMPLATES + yaml).found.map((line) => line.replace(/^\S+ /, ''));
}

test.each([
  ['{ template: item, slots: { id: $.a } }', []],
  ['{ template: item, slots: { id: "$[\'a b\'][\\"c\\"][0][-1]" } }', []],
  ['{ template: item, each: "$.a[*]", slots: { id: "@", n: "#" } }', []],
  ['{ template: itm, slots: { id: $.a } }', ['unknown-template (item)']],
  ['{ template: item, slots: { ids: $.a, id: $.b } }', ['unknown-slot (id)']],
  ['{ template: item, slots: { n: $.a } }', ['input-missing-slot']],
  ['{ template: shared, slots: { id: $.a } }', ['input-fleet-template']],
  ['{ template: hosted, slots: { id: $.a } }', ['input-host-template']],
  ['{ template: item, slots: { id: a } }', ['bad-path']],
  ['{ template: item, slots: { id: "$.a[?@.b]" } }', ['bad-path']],
  ['{ template: item, slots: { id: "$.a[0:2]" } }', ['bad-path']],
  ['{ template: item, slots: { id: "$.a[01]" } }', ['bad-path']],
  ['{ template: item, slots: { id: "$.a[" } }', ['bad-path']],
  ['{ template: item, slots: { id: "$.a]" } }', ['bad-path']],
  ['{ template: item, slots: { id: "$.a b" } }', ['bad-path']],
  ['{ template: item, slots: { id: "$[\'a\\\\x\']" } }', ['bad-path']],
  ['{ template: item, slots: { id: "$.a[99999999999999999999]" } }', ['bad-path']],
  ['{ template: item, slots: { id: "@.a" } }', ['path-without-item']],
  ['{ template: item, each: "$.a[*]", slots: { id: "@^.a" } }', ['path-without-item']],
  ['{ template: item, each: "$.a[*]", slots: { id: "#.a" } }', ['bad-path']],
  ['{ template: item, each: "@.a[*]", slots: { id: "@" } }', ['path-start']],
  ['{ template: item, each: ["$.a[*]", "$.b[*]"], slots: { id: "@" } }', ['path-level']],
  ['{ template: item, each: ["$.a[*]", "@^.b[*]"], slots: { id: "@" } }', ['path-outer']],
  ['{ template: item, each: { any: ["$.a[*]", "$.b[*]"] }, slots: { id: "@" } }', []],
  ['{ template: item, each: { any: [["$.a[*]", "@.b[*]"], "$.b[*]"] }, slots: { id: "@" } }', []],
  [
    '{ template: item, each: { any: ["$.a[*]", "$.b"], slots: { id: "@" } } }',
    ['input-missing-slot', 'missing-key', 'unknown-key'],
  ],
  ['{ template: item, each: { any: [] }, slots: { id: "@" } }', ['empty-list']],
  ['{ template: item, each: { any: ["@.a[*]"] }, slots: { id: "@" } }', ['path-start']],
  ['{ template: item }', ['input-missing-slot', 'missing-key']],
])('%s', (element, codes) => {
  expect(found(`input: [${element}]`)).toEqual(codes);
});

test.each([
  ['default: { action: none }', []],
  ['default: { action: allow, reason: "so {{it}} is" }', []],
  ['default: { action: alow }', ['unknown-default (allow)']],
  ['default: { reason: so }', ['missing-key']],
  ['default: { action: deny, reason: "{x}" }', ['unbound-name']],
  ['default: { action: deny }\n---\ndefault: { action: deny }', []],
  ['default: { action: deny }\n---\ndefault: { action: allow }', ['default-conflict']],
])('%s', (yaml, codes) => {
  expect(found(yaml)).toEqual(codes);
});
