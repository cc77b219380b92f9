/**
 * The functions of the operators `dominates`, `has_compartments` and `in_compartment`, of which CLIPS runs the
 * text (compiler/language/operators/compartments.ts): a list is names between bars, spaces around them do not count and
 * empty ones are left out.
 */
const BAR = '|';
const SPACE = 0x20;

function withoutSpaces(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && text.charCodeAt(start) === SPACE) start++;
  while (end > start && text.charCodeAt(end - 1) === SPACE) end--;
  return end - start === text.length ? text : text.slice(start, end);
}

function namesOf(list: string): readonly string[] {
  return list
    .split(BAR)
    .map(withoutSpaces)
    .filter((name) => name !== '');
}

/** `name` is without spaces around it and not empty. */
function holds(list: string, name: string): boolean {
  return list.includes(BAR) ? namesOf(list).includes(name) : withoutSpaces(list) === name;
}

/** True if every name of `need` is in `have`. */
export function compartmentsCover(have: string, need: string): boolean {
  if (need.includes(BAR)) {
    const held = new Set(namesOf(have));
    return namesOf(need).every((name) => held.has(name));
  }
  const name = withoutSpaces(need);
  return name === '' || holds(have, name);
}

/** True if one name is in `have`. */
export function compartmentHeld(have: string, name: string): boolean {
  const sought = withoutSpaces(name);
  return sought !== '' && holds(have, sought);
}
