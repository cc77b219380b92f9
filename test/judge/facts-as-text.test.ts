/** Values of facts are data to CLIPS, whatever characters they hold: nothing in them runs or looks like something else. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emitClips } from '../../compiler/emit/clips/emit-clips.ts';
import { isClipsSymbol } from '../../compiler/language/symbol.ts';
import { findClips } from '../../library/node/clips/clips-binary.ts';
import { factText, isClipsFact } from '../../library/node/clips/fact-text.ts';
import type { FactDraft } from '../../library/node/clips/facts.ts';
import { runClips } from '../../library/node/clips/run-clips.ts';
import {
  read,
  rule,
  ruleset,
  pattern,
  slot,
  template,
  variable,
  call,
  AT,
} from '../../tools/judge/rulesets.ts';
import { full } from '../full.ts';

const clips = await findClips();

const T = template('T', slot('y', 'SYMBOL'), slot('s', 'STRING'), slot('ys', 'SYMBOL', { list: true }));
/** Distinguishes a symbol from everything that could be read in its place. */
const written = ruleset({
  templates: [T],
  rules: [
    rule(
      'symbol',
      [
        pattern('T', {
          y: [variable('y'), { kind: 'predicate', expression: call('symbolp', read('y')), at: AT }],
        }),
      ],
      {
        action: 'allow',
        reason: [{ kind: 'variable', name: 'y', writer: null }],
      },
    ),
  ],
});
const fact = (text: string): FactDraft => ({ template: 'T', data: { y: text, s: text, ys: [text, text] } });

/** Texts that CLIPS would read as code, a number, a variable, an address, nothing or several things. */
const ODD = [
  '(system "touch /tmp/x")',
  '(open "x" f "w")',
  ') (system "id") (',
  '?x',
  '$?x',
  '?',
  '$?',
  '<Fact-1>',
  'nil',
  'TRUE',
  'FALSE',
  '&',
  '|',
  '~',
  ';',
  '; x',
  '=(system "id")',
  ':(system "id")',
  '=',
  ':',
  '->',
  '<',
  '<=',
  '>',
  '<a>',
  '[x]',
  '[',
  ']',
  '1',
  '-1',
  '+1',
  '1.',
  '.5',
  '1e5',
  '1e',
  '1.e',
  '.e5',
  '+',
  '-',
  '.',
  '1e+',
  '1e400',
  '9223372036854775808',
  '01',
  '0x1',
  '1a',
  '1.5.3',
  'a b',
  ' a',
  'a ',
  '',
  '"',
  '\\',
  '\\"',
  '"a"',
  '\n',
  '\r',
  '\t',
  '\u0001',
  '\b',
  '\b\b\b(system "id")',
  'a\b"',
  '\u007f',
  '\u0085',
  '\u00a0',
  '\u2028',
  '\ufeff',
  '\ufffe',
  'é',
  '日本',
  '🙂',
  '?*x*',
  'a<b',
  'a;b',
  'a"b',
  'a\u001ab',
  'crlf',
  '*',
  'end',
  ')',
  'a)b',
];
const oddCharacters = fc.constantFrom(
  ...'()[]<>"\\;:=&|~?$*+-.eE019aé \n\r\t\b\u0001\u001b\u007f\u0085'.split(''),
  '🙂',
);
const text = fc
  .oneof(fc.string({ unit: 'binary', maxLength: 12 }), fc.string({ unit: oddCharacters, maxLength: 8 }))
  .filter((drawn) => isClipsFact(fact(drawn)));

async function readBack(texts: readonly string[]) {
  if (clips === null) throw new Error('no CLIPS');
  const constructs = emitClips(written);
  return runClips(
    clips,
    texts.map((one) => ({ ruleset: written, constructs, phases: [[fact(one)]] })),
  );
}

describe.runIf(clips !== null)('the facts that real CLIPS holds', () => {
  const expectSame = async (texts: readonly string[]) => {
    const given = await readBack(texts);
    expect(given.map((one) => (one.kind === 'answered' ? one.phases[0]?.reason : one))).toEqual(texts);
    expect(given.map((one) => (one.kind === 'answered' ? one.phases[0]?.facts : one))).toEqual(
      texts.map((one) => [factText(T, fact(one).data)]),
    );
  };

  it('are those that were sent, for every text with a meaning of its own in CLIPS', () => expectSame(ODD));

  it('are those that were sent, for any text', () => expectSame(fc.sample(text, full(600, 150))), 120_000);
});

describe('a symbol is written as it is', () => {
  it('only if nothing in it means something to CLIPS', () => {
    const bare = fc.sample(text, 2000).concat(ODD).filter(isClipsSymbol);
    for (const one of bare) expect(one).not.toMatch(/[ ()"&|~;\p{Cc}]|^\$?\?|^[=:<]/u);
  });
});

describe('text that CLIPS cannot hold', () => {
  it.each(['a\0b', '\ud800', 'x\udc00'])('%j is never written', (one) => {
    expect(isClipsFact(fact(one))).toBe(false);
    expect(() => factText(T, fact(one).data)).toThrow(TypeError);
  });
});
