import { expect, it } from 'vitest';
import { checkGood } from '../check/check.ts';

it.each(['x, y', '"?x", "?y"', '"?x", y'])('parameters of a raw function are written as %s', (params) => {
  const { functions } = checkGood(`templates: [{ name: a, slots: [{ name: n, type: integer }] }]
functions:
  - { name: add, type: raw, params: [${params}], body: "(deffunction MAIN::add (?x ?y) (+ ?x ?y))" }
rules:
  - name: r
    when: [{ template: a, conditions: [{ slot: n, bind: "?n" }, { test: "(> (add ?n 1) 2)" }] }]
    then: { action: allow }
`);
  expect(functions.map(({ name }) => name)).toContain('add');
});
