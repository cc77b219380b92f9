import { expect, test } from 'vitest';
import { closestName } from '../../../compiler/diagnostics/suggest.ts';

test.each([
  ['rule', ['rules', 'module'], 'rules', 'a letter left out'],
  ['rulees', ['rules', 'module'], 'rules', 'a letter too many'],
  ['tempalte', ['templates', 'template'], 'template', 'neighbours swapped'],
  ['Equals', ['equals', 'at_least'], 'equals', 'another case'],
  ['Deny', ['dent', 'deny'], 'deny', 'another case is closer than another letter'],
  ['colour', ['module', 'rules'], null, 'too far'],
  ['in', ['if', 'is'], 'if', 'the first of equally close ones'],
  ['a', ['b'], null, 'one letter says nothing'],
  ['', ['a'], null, 'nothing'],
  ['equals', ['equals', 'equal'], 'equal', 'the name itself is no suggestion'],
  ['not_ends_wth', ['ends_with'], null, 'the opposite'],
  ['not_ends_wth', ['ends_with', 'not_ends_with'], 'not_ends_with', 'not the opposite'],
  ['nin', ['in'], null, 'the opposite'],
  ['unequals', ['equals', 'not_equals'], null, 'the opposite'],
  ['equal', ['not_equal_'], null, 'the opposite'],
  ['notequals', ['equals', 'not_equals'], 'not_equals', 'a sign left out'],
  ['hasnt', ['has', 'has_not'], 'has_not', 'not the opposite'],
  ['notfy', ['notify'], 'notify', 'no negation'],
  ['x'.repeat(65), ['x'.repeat(64)], null, 'very long'],
])('%s among %j is %s: %s', (name, candidates, closest, _why) => {
  expect(closestName(name, candidates)()).toBe(closest);
});
