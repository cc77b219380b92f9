import { STAGE_TEMPLATE } from '../../hidden-templates.ts';
import type { Rule } from '../../untyped.ts';
import { emitConditionElement } from './condition-element.ts';
import { emitEffect } from './consequence.ts';
import { printExpression } from './expression.ts';
import { clipsName } from './names.ts';

/** The hidden fact that rules with aggregates match last: it says which module has had the focus. */
export function stageTemplate(): string {
  return `(deftemplate MAIN::${STAGE_TEMPLATE}\n  (slot module (type SYMBOL)))`;
}

/** A hidden rule: its firing is not reported, so it asserts no decision. */
export function emitStage({ name, module, salience, when, then }: Rule): string {
  const left = when.map((element) => emitConditionElement(element, 2)).join(' ');
  const right = then.effects.map((effect) => emitEffect(effect, printExpression)).join(' ');
  return `(defrule ${clipsName(module)}::${clipsName(name)} (declare (salience ${salience})) ${left} => ${right})`;
}
