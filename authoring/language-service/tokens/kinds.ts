/** Kinds of the protocol, in the order of the legend that the server declares. */
export const TOKEN_TYPES = [
  'keyword',
  'property',
  'string',
  'number',
  'operator',
  'regexp',
  'type',
  'class',
  'enum',
  'enumMember',
  'event',
  'function',
  'method',
  'variable',
  'namespace',
] as const;

export const TOKEN_MODIFIERS = ['declaration', 'readonly', 'defaultLibrary'] as const;

export type TokenType = (typeof TOKEN_TYPES)[number];
export type TokenModifier = (typeof TOKEN_MODIFIERS)[number];

/** A coloured part of a text. */
export interface ColouredPart {
  readonly start: number;
  readonly end: number;
  readonly type: TokenType;
  readonly modifiers?: readonly TokenModifier[];
}
