import { isSingular, type InputPath } from '../../../language/input/input-path.ts';
import type { InputFacts } from '../../../input-facts.ts';
import { code, joined, literal, type Code } from '../code/code.ts';

/** True if the order of an object's members affects the facts. */
export function showsOrder(path: InputPath): boolean {
  return !path.segments.every(isSingular);
}

/** The element as the mapping describes it. */
export function describe({ template, each, slots }: InputFacts): Code {
  const paths = slots.map(({ slot, path }) => code`[${literal(slot)}, ${literal(path.text)}]`);
  const written = each.map(({ text }) => literal(text));
  return code`{ template: ${literal(template)}, each: [${joined(written, ', ')}], paths: new Map([${joined(paths, ', ')}]) },`;
}
