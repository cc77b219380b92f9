import type { CompiledRuleset } from '../../../runtime/abi.ts';
import type { FactInput } from '../../../runtime/facts/read-facts.ts';
import { ValidationError } from '../../../runtime/engine/errors.ts';
import { quoted } from '../../../runtime/values/quoted.ts';
import { isJsonObject, type JsonObject } from '../../requests/json-object.ts';
import { DEFAULT_TEMPLATE } from './data-options.ts';

/**
 * The facts of an input of the Data API. Its keys are the slots of one fact of the template. A key that
 * names a template, is not a slot, and whose value is an object or a list of objects means one fact per object; an
 * input of nothing but such keys has no fact of its own. Throws ValidationError for a key that is neither.
 */
export function readDataFacts(
  input: JsonObject | null,
  template: string,
  ruleset: CompiledRuleset,
): FactInput[] {
  if (input === null) return [];
  const slots = new Set(ruleset.templates.get(template)?.info.slots.map(({ name }) => name));
  const own: [string, unknown][] = [];
  const nested: FactInput[] = [];
  for (const [key, value] of Object.entries(input)) {
    const objects = slots.has(key) || !ruleset.templates.has(key) ? null : objectsOf(value);
    if (objects === null) own.push([key, value]);
    else for (const data of objects) nested.push({ template: key, data });
  }
  const [stray] = own;
  if (stray !== undefined && template === DEFAULT_TEMPLATE && !ruleset.templates.has(template)) {
    throw new ValidationError(`Key ${quoted(stray[0])} of the input is not the name of a template`, stray[0]);
  }
  const hasOwn = own.length > 0 || nested.length === 0;
  return hasOwn ? [{ template, data: Object.fromEntries(own) }, ...nested] : nested;
}

function objectsOf(value: unknown): readonly JsonObject[] | null {
  if (isJsonObject(value)) return [value];
  return Array.isArray(value) && value.length > 0 && value.every(isJsonObject) ? value : null;
}
