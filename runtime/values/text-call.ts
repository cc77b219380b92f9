/** Functions on texts with the arguments after the first written out, outside of a match. */
import { timeOfDateText } from './day-start.ts';
import { lowerText, upperText } from './letter-case.ts';
import { numberOfText, quantityOfText } from './quantity.ts';
import { partAt } from './text-part.ts';

export interface TextCall {
  readonly name: string;
  readonly args: readonly (string | number)[];
}

/** The value of a function; null for a text that it cannot read, and for any other function. */
export function valueOfCall({ name, args }: TextCall, text: string): string | number | null {
  const [first, second] = args;
  switch (name) {
    case 'lower':
      return lowerText(text);
    case 'upper':
      return upperText(text);
    case 'trim':
      return text.trim();
    case 'replace':
      return String(first) === '' ? text : text.replaceAll(String(first), () => String(second));
    case 'part':
      return partAt(text, String(first), Number(second)) ?? null;
    case 'number':
      return numberOfText(text);
    case 'quantity':
      return quantityOfText(text);
    case 'time':
      return timeOfDateText(text, first === undefined ? 'UTC' : String(first));
    default:
      return null;
  }
}

/** The property that a text lacks when a function cannot read it. */
export function unreadableAs({ name, args }: TextCall): string {
  return name === 'part' ? `no part ${args[1]}` : `not a ${name}`;
}
