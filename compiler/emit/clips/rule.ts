import type { Rule } from '../../untyped.ts';
import { clipsString } from './atoms.ts';
import { emitConditionElement } from './condition-element.ts';
import { emitConsequence } from './consequence.ts';
import { clipsName, clipsRuleName } from './names.ts';
import { printerOf } from './spelled-lists.ts';

const INDENT = 2;

/** One defrule. A salience of 0 is CLIPS' default and left out. */
export function emitRule(rule: Rule): string {
  const name = `${clipsName(rule.module)}::${clipsRuleName(rule.name)}`;
  const description = rule.description ? ' ' + clipsString(rule.description) : '';
  const print = printerOf(rule);
  const left = [
    ...(rule.salience === 0 ? [] : [`(declare (salience ${BigInt(rule.salience).toString()}))`]),
    ...rule.when.map((element) => emitConditionElement(element, INDENT, print)),
  ];
  const body = [...left, '=>', ...emitConsequence(rule.then, name, print)];
  return `(defrule ${name}${description}${body.map((line) => '\n' + ' '.repeat(INDENT) + line).join('')})`;
}
