import type { Template } from '../../ruleset.ts';
import { TICK_TEMPLATE } from '../../hidden-templates.ts';
import { clipsString } from './atoms.ts';
import { clipsName } from './names.ts';
import { emitSlot } from './slot.ts';

/** Templates live in MAIN, from where every module imports them. */
export function emitTemplate(template: Template): string {
  const description = template.description ? ' ' + clipsString(template.description) : '';
  const slots = template.slots.map((slot) => '\n  ' + emitSlot(slot));
  return `(deftemplate MAIN::${clipsName(template.name)}${description}${slots.join('')})`;
}

/** The hidden fact that temporal rules match last: it is asserted just before each run. */
export function tickTemplate(): string {
  return `(deftemplate MAIN::${TICK_TEMPLATE})`;
}
