import { readFile } from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import { suiteJsonSchema } from '../../library/suite/suite-schema.ts';
import { shippedRulesets } from '../rulesets/ruleset-cases.ts';

const written = JSON.parse(await readFile('docs/schemas/test-suite.json', 'utf8')) as object;

it('is in docs as the format has it', () => {
  expect(written).toEqual(suiteJsonSchema());
});

it.each(shippedRulesets)('is kept by the cases of $name', ({ cases }) => {
  const validate = new Ajv2020({ strict: false }).compile(written);
  expect(validate(cases)).toBe(true);
  expect(validate([{ name: 'a', expct: {} }])).toBe(false);
});
