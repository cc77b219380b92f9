/** Nothing that a ruleset says becomes CLIPS code: names are refused, texts stay in their strings. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emitClips } from '../../compiler/emit/clips/emit-clips.ts';
import {
  equals,
  pattern,
  plainText,
  rule,
  ruleset,
  slot,
  template,
  value,
  variable,
  AT,
} from '../../tools/judge/rulesets.ts';

describe('names that are not CLIPS identifiers are never printed', () => {
  const hostile = ['a b', 'a)', '(a', 'a"', 'a;b', '', '1a', 'a::b', 'é'];
  it.each(hostile)('%j', (name) => {
    expect(() => emitClips(ruleset({ templates: [template(name)] }))).toThrow(TypeError);
    expect(() => emitClips(ruleset({ templates: [template('A', slot(name, 'INTEGER'))] }))).toThrow(
      TypeError,
    );
    expect(() => emitClips(ruleset({ modules: [{ name, description: '', priority: 0, at: null }] }))).toThrow(
      TypeError,
    );
    expect(() => emitClips(ruleset({ rules: [rule(name, [])] }))).toThrow(TypeError);
    expect(() => emitClips(ruleset({ rules: [rule('r', [], {}, { module: name })] }))).toThrow(TypeError);
    expect(() => emitClips(ruleset({ rules: [rule('r', [pattern(name)])] }))).toThrow(TypeError);
    expect(() => emitClips(ruleset({ rules: [rule('r', [pattern('A', { x: [variable(name)] })])] }))).toThrow(
      TypeError,
    );
  });
});

describe('text of a ruleset', () => {
  const everywhere = (text: string) =>
    emitClips(
      ruleset({
        templates: [
          {
            ...template(
              'A',
              slot('s', 'STRING', { default: { type: 'STRING', value: text }, allowed: [text] }),
            ),
            description: text + '.',
          },
        ],
        modules: [{ name: 'M', description: text + '.', priority: 0, at: null }],
        rules: [
          rule(
            'r',
            [pattern('A', { s: [equals({ type: 'STRING', value: text })] })],
            {
              reason: [
                { kind: 'text', text },
                { kind: 'variable', name: 'v', writer: null },
              ],
              notify: [text],
              scope: plainText(text),
              metadata: [[text, plainText(text)]],
              effects: [
                {
                  kind: 'assert',
                  template: 'A',
                  slots: [{ slot: 's', value: value({ type: 'STRING', value: text }) }],
                  at: AT,
                },
              ],
            },
            { description: text + '.' },
          ),
        ],
      }),
    );
  const withoutStrings = (clips: string) => clips.replace(/"(?:[^"\\]|\\[\s\S])*"/g, '""');
  const skeleton = withoutStrings(everywhere('x'));

  it('never leaves its string, whatever it is', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom('"', '\\', ')', '(', ';', '\n', 'a') }),
    );
    fc.assert(
      fc.property(text, (hostile) => {
        // Text that no CLIPS string can hold is refused when YAML is read, and never printed.
        if (/[\0\b\p{Cs}]/u.test(hostile)) expect(() => everywhere(hostile)).toThrow(TypeError);
        else expect(withoutStrings(everywhere(hostile))).toBe(skeleton);
      }),
    );
  });
});
