const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_-]*$/;
const RULE = /^[A-Za-z_][A-Za-z0-9_-]*(?:\/[A-Za-z0-9_-]+)?$/;
const VARIABLE = /^[A-Za-z][A-Za-z0-9_-]*$/;

/** The name of a construct or slot. Names were checked with the ruleset; anything else is a bug, never printed. */
export function clipsName(name: string): string {
  if (!IDENTIFIER.test(name)) throw new TypeError('not a CLIPS identifier');
  return name;
}

/** The name of a rule; that of a row is behind the table's. */
export function clipsRuleName(name: string): string {
  if (!RULE.test(name)) throw new TypeError('not the name of a rule');
  return name;
}

/** The name of a function of the host; those that the runtime provides may end in a question mark. */
export function clipsHostFunction(name: string): string {
  return name.endsWith('?') ? clipsName(name.slice(0, -1)) + '?' : clipsName(name);
}

/** `?name`. CLIPS 6.30 reads a variable only when its name begins with a letter. */
export function clipsVariable(name: string): string {
  if (!VARIABLE.test(name)) throw new TypeError('not a CLIPS variable name');
  return '?' + name;
}
