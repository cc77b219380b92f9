import { LEXEME, MULTIFIELD, type StaticType } from '../expression/static-type.ts';

/**
 * A test of a text that CLIPS has no function for: a host function of the constructs, which the runtime provides. It
 * takes what is asked for, then the text, and answers TRUE or FALSE. The question mark keeps the names apart from those
 * that an application may give its own host functions.
 */
export interface TextTest<Name extends string = string> {
  readonly name: Name;
  readonly accepts: readonly [asked: StaticType, text: StaticType];
}

function row<const Name extends string>(name: Name, asked: StaticType): TextTest<Name> {
  return { name, accepts: [asked, LEXEME] };
}

const ROWS = [
  row('service-equals-ignore-case?', LEXEME),
  row('service-in-ignore-case?', MULTIFIELD),
  row('service-in-cidr?', LEXEME),
  row('service-in-some-cidr?', MULTIFIELD),
  row('service-glob?', LEXEME),
  row('service-path-within?', LEXEME),
  row('service-host-within?', LEXEME),
  row('service-semver-satisfies?', LEXEME),
] as const;

export type TextTestName = (typeof ROWS)[number]['name'];

/** THE table of tests of texts. */
export const TEXT_TESTS: ReadonlyMap<string, TextTest<TextTestName>> = new Map(
  ROWS.map((test) => [test.name, test]),
);
