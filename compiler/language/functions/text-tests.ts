import { INTEGER, LEXEME, MULTIFIELD, type StaticType } from '../static-type.ts';

/**
 * A test of a text or a time that CLIPS has no function for: a host function of the constructs, which the runtime
 * provides. It takes the wanted value, then the text or time, and returns TRUE or FALSE. The question mark keeps the names apart from those
 * that an application may give its own host functions.
 */
export interface TextTest<Name extends string = string> {
  readonly name: Name;
  readonly accepts: readonly [asked: StaticType, subject: StaticType];
}

function row<const Name extends string>(name: Name, asked: StaticType, subject = LEXEME): TextTest<Name> {
  return { name, accepts: [asked, subject] };
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
  row('service-path-readable?', LEXEME),
  row('service-host-readable?', LEXEME),
  row('service-ip-readable?', LEXEME),
  row('service-ip-readable-by-each?', MULTIFIELD),
  row('service-semver-readable?', LEXEME),
  row('service-time-of-day-between?', LEXEME, INTEGER),
  row('service-weekday-in?', LEXEME, INTEGER),
] as const;

export type TextTestName = (typeof ROWS)[number]['name'];

/** THE table of tests of texts and times. */
export const TEXT_TESTS: ReadonlyMap<string, TextTest<TextTestName>> = new Map(
  ROWS.map((test) => [test.name, test]),
);
