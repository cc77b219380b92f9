/** Operators and their arguments as the long form writes them. */
import { neverMatches } from '../../../compiler/language/regex/never-matches.ts';
import type { ArgumentSyntax, OperatorSyntax } from '../../../compiler/syntax.ts';

export function operatorText({ operator, args, raw }: OperatorSyntax): string {
  const name = operator.value;
  if (name === 'matches' || name === 'not_matches') return `${name}(${patternText(args[0], raw.value)})`;
  return `${name}(${args.map(argumentText).join(', ')})`;
}

/** A pattern is written verbatim; in quotes if blanks or signs at its ends would be read as something else, or if it matches nothing. */
function patternText(argument: ArgumentSyntax | undefined, raw: string): string {
  const pattern = argument?.kind === 'quoted' || argument?.kind === 'bare' ? argument.text : raw;
  const isPlain =
    pattern.trim() === pattern && !/^["'/]|["'/]$/.test(pattern) && pattern !== '' && !neverMatches(pattern);
  return isPlain || /"/.test(pattern.replace(/\\[^]/g, '')) ? pattern : `"${pattern}"`;
}

const ESCAPED: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

const quoted = (text: string): string =>
  `"${text.replace(/["\\\n\r\t]/g, (character) => ESCAPED[character] ?? character)}"`;

export function argumentText(argument: ArgumentSyntax): string {
  switch (argument.kind) {
    case 'bare':
      return argument.isLiteral ? `literal(${quoted(argument.text)})` : argument.text;
    case 'quoted':
      return /^\$?\??[A-Za-z_$]/.test(argument.text) && /^[$?]/.test(argument.text)
        ? `literal(${quoted(argument.text)})`
        : quoted(argument.text);
    case 'list':
      return `[${argument.items.map(argumentText).join(', ')}]`;
    case 'map':
      return `{ ${argument.entries.map(({ key, value }) => `${key.value}: ${argumentText(value)}`).join(', ')} }`;
    case 'reference':
      return `$${argument.alias}.${argument.slot}`;
    case 'variable':
      return `?${argument.name}`;
    case 'lookup':
      return `$const.${argument.map}[${argumentText(argument.key)}]`;
  }
}
