/** Pieces of infix text with what their surroundings need: how tightly they bind, and the facts that they name. */
export interface Fragment {
  readonly text: string;
  readonly level: Level;
  /** Names of patterns, in the order in which they appear. */
  readonly names: readonly string[];
  /** Paths that it names inside of a group. */
  readonly paths?: readonly string[];
  /** A slot that holds a time. */
  readonly isTime?: boolean;
  /** The negation, if the fragment is a comparison or begins with `not`. */
  readonly opposite?: Pick<Fragment, 'text' | 'level'>;
}

/** Precedence of an expression; one with a lower level needs parentheses. */
export const LEVELS = {
  or: 1,
  and: 2,
  not: 3,
  comparison: 4,
  sum: 5,
  product: 6,
  factor: 7,
  primary: 8,
} as const;
export type Level = (typeof LEVELS)[keyof typeof LEVELS];

/** Names of paths have a dot or a bracket, those of facts and items have none. */
export const isPath = (name: string): boolean => /[.[]/.test(name);

/** The fragment of a whole group: its paths are patterns of the group. */
export const grouped = (fragment: Fragment): Fragment => ({
  ...fragment,
  names: fragment.names.filter((name) => !isPath(name)),
  paths: fragment.names.filter(isPath),
});

export const primary = (text: string, names: readonly string[] = []): Fragment => ({
  text,
  level: LEVELS.primary,
  names,
});

/** The text of the fragment as an operand of something that binds with `level`. */
const operandText = (fragment: Fragment, level: Level): string =>
  fragment.level < level ? `(${fragment.text})` : fragment.text;

const OPPOSITES: ReadonlyMap<string, string> = new Map([
  ['==', '!='],
  ['!=', '=='],
  ['<', '>='],
  ['>=', '<'],
  ['>', '<='],
  ['<=', '>'],
  ['in', 'not in'],
  ['not in', 'in'],
]);

export function binary(left: Fragment, sign: string, right: Fragment, level: Level): Fragment {
  // A comparison is not chained, and the right side of `-` or `/` is a group of its own.
  const tighter = (level === LEVELS.comparison ? LEVELS.sum : level + 1) as Level;
  const leftLevel = level === LEVELS.comparison ? LEVELS.sum : level;
  const textWith = (word: string): string =>
    `${operandText(left, leftLevel)} ${word} ${operandText(right, tighter)}`;
  const opposite = OPPOSITES.get(sign);
  return {
    text: textWith(sign),
    level,
    names: [...left.names, ...right.names],
    ...(opposite === undefined ? {} : { opposite: { text: textWith(opposite), level } }),
  };
}

export function negate(fragment: Fragment): Fragment {
  return {
    text: `not ${operandText(fragment, LEVELS.not)}`,
    level: LEVELS.not,
    names: fragment.names,
    opposite: fragment,
  };
}

/** The opposite: of a comparison the one with the opposite sign, of `not a` it is `a`. */
export function turn(fragment: Fragment): Fragment {
  const { opposite, names } = fragment;
  return opposite === undefined
    ? negate(fragment)
    : { ...opposite, names, opposite: { text: fragment.text, level: fragment.level } };
}

/** Operands joined by a word; one operand stays as it is. */
export function join(word: 'and' | 'or', operands: readonly Fragment[]): Fragment {
  const [only, another] = operands;
  if (only !== undefined && another === undefined) return only;
  const level = LEVELS[word];
  return {
    text: operands.map((operand) => operandText(operand, (level + 1) as Level)).join(` ${word} `),
    level,
    names: operands.flatMap(({ names }) => names),
  };
}

/** `name(a, b)` */
export function callOf(name: string, args: readonly Fragment[]): Fragment {
  return primary(
    `${name}(${args.map(({ text }) => text).join(', ')})`,
    args.flatMap(({ names }) => names),
  );
}

const ESCAPED: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

/** A text as the short form quotes it: between backticks if it has a backslash. */
export function quoted(text: string): string {
  if (text.includes('\\') && !/[`\n\r]/.test(text)) return `\`${text}\``;
  return `"${text.replace(/["\\\n\r\t]/g, (character) => ESCAPED[character] ?? character)}"`;
}
