import fc from 'fast-check';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { Engine } from '../../../runtime/engine.ts';
import { loadRuleset } from '../../../library/node/load-ruleset.ts';
import { compileDocument, rulesetWith, type FreeText } from './compile.ts';
import { full } from '../../full.ts';

/** Pieces that end strings, comments, templates and scripts, and would do something if they were code. */
const PIECES = [
  '"',
  "'",
  '`',
  '\\',
  '\\"',
  '\n',
  '\r',
  '\u2028',
  '\u2029',
  '${globalThis.broken = 1}',
  '*/',
  '/*',
  '//',
  '</script>',
  '"; globalThis.broken = 1; "',
  '`);globalThis.broken=1;(`',
  '__proto__',
  'constructor',
  ')(assert (pwned))',
  ';',
  '|',
  'é',
  '\u{1f600}',
  'a',
  ' ',
];

/** Marks that the compiler puts around types; arguments of operators must not contain them. */
const MARKS = ['\u0001', '\u0002'];

const textOf = (pieces: readonly string[]) =>
  fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 6 }).map((chosen) => 't' + chosen.join(''));

const hostile = textOf([...PIECES, ...MARKS]);
// Braces and dollars have a meaning of their own in reasons and operator arguments; they are not what is tested here.
const plainHostile = textOf(PIECES).map((text) => text.replace(/[{}?$]/g, '#'));

const freeText: fc.Arbitrary<FreeText> = fc.record({
  description: hostile,
  literal: plainHostile,
  reason: plainHostile,
  metadataKey: hostile,
  metadataValue: hostile,
  notify: hostile,
  allowed: hostile,
  asserted: plainHostile,
});

const BENIGN: FreeText = {
  description: 'description',
  literal: 'literal',
  reason: 'reason',
  metadataKey: 'key',
  metadataValue: 'value',
  notify: 'someone',
  allowed: 'allowed',
  asserted: 'asserted',
};

/** All tokens of a program; what is inside a literal does not count, comments and layout neither. */
function tokens(text: string): string[] {
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, true, ts.LanguageVariant.Standard, text);
  const found: string[] = [];
  for (let kind = scanner.scan(); kind !== ts.SyntaxKind.EndOfFileToken; kind = scanner.scan()) {
    found.push(kind === ts.SyntaxKind.StringLiteral ? 'string' : scanner.getTokenText());
  }
  return found;
}

describe('text of a ruleset', () => {
  it('changes no token of the generated module but the contents of strings', async () => {
    const benign = compileDocument(rulesetWith(BENIGN));
    expect(benign.diagnostics).toEqual([]);
    const [typescript, javascript] = [tokens(await benign.typescript()), tokens(benign.javascript())];
    await fc.assert(
      fc.asyncProperty(freeText, async (text) => {
        const compiled = compileDocument(rulesetWith(text));
        expect(compiled.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
        expect(tokens(await compiled.typescript())).toEqual(typescript);
        expect(tokens(compiled.javascript())).toEqual(javascript);
      }),
      // A backslash at the end of a text once made the printer lose count of the quotes.
      { numRuns: full(60, 15), examples: [[{ ...BENIGN, allowed: 't/*\\' }]] },
    );
  });

  it('comes back as it was written, and does nothing else', async () => {
    await fc.assert(
      fc.asyncProperty(freeText, async (text) => {
        const { javascript } = compileDocument(rulesetWith(text));
        const engine = new Engine(loadRuleset(javascript()));
        const fact = { template: 'request', data: { id: text.literal } };
        const result = engine.evaluate({ scoped: true, facts: [fact] });
        expect(result.reason).toBe(text.reason);
        expect(Object.entries(result.metadata)).toEqual([[text.metadataKey, text.metadataValue]]);
        expect(Object.hasOwn(globalThis, 'broken')).toBe(false);
        expect(Object.getPrototypeOf({})).toBe(Object.prototype);
      }),
      { numRuns: full(60, 30) },
    );
  });
});
