/** Characters that would break the line or the quotes of a message. */
const SPECIAL = /[\\'\p{Cc}]/gu;

function escaped(character: string): string {
  if (character === '\\' || character === "'") return `\\${character}`;
  return `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
}

/** Characters of one text that a message shows. */
const SHOWN = 200;

/** A name or value of a request in single quotes, as messages show it; one short line whatever it holds. */
export function quoted(text: string): string {
  const shown = text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
  return `'${shown.replace(SPECIAL, escaped)}'`;
}

/** `['a', 'b']` */
export function quotedList(texts: readonly string[]): string {
  return `[${texts.map(quoted).join(', ')}]`;
}
