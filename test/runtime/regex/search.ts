import { compileRegex } from '../../../compiler/language/regex/compile-regex.ts';
import { createRegex, regexTest } from '../../../runtime/regex/regex.ts';

/** Compiles and searches in one go. */
export function search(pattern: string, text: string): boolean {
  return regexTest(createRegex(compileRegex(pattern)), text);
}
