import { readGlob } from '../../../runtime/values/glob.ts';
import { textOperator } from './asked-text.ts';
import { complementOf } from './complement.ts';

/** Matches the whole text. The time is linear in the text and in the glob, so data may provide the glob. */
export const glob = textOperator(
  'glob',
  { one: 'service-glob?', some: null },
  (text, isLiteral) =>
    readGlob(text) === null
      ? 'a glob can have at most 1024 characters'
      : isLiteral
        ? null
        : problemOfBrackets(text),
  true,
);

/** Shells read braces and brackets as wildcards. `literal(…)` around the glob marks them as characters. */
function problemOfBrackets(text: string): string | null {
  if (!/\{.*,.*\}|\[.+\]/s.test(text)) return null;
  return `braces and brackets are not wildcards: write one \`glob\` for each alternative under \`any\`, \`matches(…)\`, or \`glob(literal(${text}))\` if they are characters of the text`;
}

export const notGlob = complementOf('not_glob', glob);
