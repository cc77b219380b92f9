import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emitClips } from '../../compiler/emit/clips/emit-clips.ts';
import type { Ruleset } from '../../compiler/untyped.ts';
import { FIRING_LIMIT, type Answer } from '../../library/node/clips/answer.ts';
import { findClips } from '../../library/node/clips/clips-binary.ts';
import type { Phase } from '../../library/node/clips/facts.ts';
import {
  call,
  equals,
  integer,
  pattern,
  plainText,
  read,
  rule,
  ruleset,
  slot,
  template,
  variable,
  AT,
  value,
} from '../../tools/judge/rulesets.ts';
import { runClips } from '../../library/node/clips/run-clips.ts';
import { full } from '../full.ts';

const clips = await findClips();

it('finds no CLIPS where there is none', async () => {
  expect(await findClips('no-such-program')).toBeNull();
});

async function answer(written: Ruleset, ...phases: readonly Phase[]): Promise<Answer> {
  if (!clips) throw new Error('no CLIPS');
  const [first] = await runClips(clips, [{ ruleset: written, constructs: emitClips(written), phases }]);
  return first ?? { kind: 'none', cause: 'crashed', problem: 'no answer' };
}

async function traces(written: Ruleset, ...phases: readonly Phase[]): Promise<readonly string[]> {
  const given = await answer(written, ...phases);
  if (given.kind !== 'answered') throw new Error(JSON.stringify(given));
  return given.phases.map(({ ruleTrace }) => ruleTrace.map((name) => name.replace('MAIN::', '')).join(' '));
}

const x = (number: number) => ({ template: 'A', data: { x: number } });
const A = template('A', slot('x', 'INTEGER'));

const orderOfFirings = () =>
  describe('the order in which real CLIPS fires emitted rules', () => {
    it('fires the newest activation of the highest salience first', async () => {
      const when = [pattern('A', { x: [variable('v')] })];
      const written = ruleset({
        templates: [A],
        rules: [rule('r1', when), rule('r2', when), rule('r3', when, {}, { salience: 10 })],
      });
      expect(await traces(written, [x(1), x(2)])).toEqual(['r3 r3 r1 r2 r1 r2']);
    });

    it('walks the pattern network newest node first', async () => {
      const T = template('T', slot('a', 'INTEGER'), slot('b', 'INTEGER'));
      const [one, two] = [equals(integer(1)), equals(integer(2))];
      const positive = {
        kind: 'predicate',
        expression: call('>', read('x'), value(integer(0))),
        at: AT,
      } as const;
      const not5 = { kind: 'literal', value: integer(5), negated: true, at: AT } as const;
      const written = ruleset({
        templates: [T],
        rules: [
          rule('r1', [pattern('T', { a: [one] })]),
          rule('r2', [pattern('T', { b: [two] })]),
          rule('r3', [pattern('T')]),
          rule('r4', [pattern('T', { a: [one], b: [two] })]),
          rule('r5', [pattern('T', { a: [variable('x'), positive] })]),
          rule('r6', [pattern('T', { a: [one] })]),
          rule('r7', [pattern('T', { b: [two], a: [one] })]),
          rule('r8', [pattern('T', { a: [not5] })]),
        ],
      });
      expect(await traces(written, [{ template: 'T', data: { a: 1, b: 2 } }])).toEqual([
        'r4 r1 r6 r7 r2 r3 r5 r8',
      ]);
    });

    it('leaves a module when its agenda is empty and focuses in the given order', async () => {
      const modules = ['P', 'Q'].map((name) => ({ name, description: '', priority: 0, at: AT }));
      const asserted = {
        kind: 'assert',
        template: 'A',
        slots: [{ slot: 'x', value: value(integer(2)) }],
        at: AT,
      } as const;
      const written = ruleset({
        templates: [A],
        modules,
        focusOrder: ['P', 'Q', 'MAIN'],
        rules: [
          rule('p', [pattern('A', { x: [variable('v')] })], {}, { module: 'P' }),
          rule('q', [pattern('A', { x: [equals(integer(1))] })], { effects: [asserted] }, { module: 'Q' }),
        ],
      });
      expect(await traces(written, [x(1)], [])).toEqual(['P::p Q::q', 'P::p']);
    });
  });

const answers = () =>
  describe('the results of real CLIPS', () => {
    it('keep text, types and digits', async () => {
      const data = { i: 9223372036854775807n, f: 3, s: 'a "b"\\\n) ; é', y: 'TRUE' };
      const T = template(
        'T',
        slot('i', 'INTEGER'),
        slot('f', 'FLOAT'),
        slot('s', 'STRING'),
        slot('y', 'SYMBOL'),
      );
      const reason = [
        { kind: 'text', text: '\\"' },
        { kind: 'variable', name: 's', writer: null },
        { kind: 'variable', name: 'f', writer: null },
      ] as const;
      const deny = rule('r', [pattern('T', { s: [variable('s')], f: [variable('f')] })], {
        action: 'deny',
        reason,
        metadata: [
          ['2', plainText('x"y')],
          ['1', plainText('')],
        ],
      });
      expect(await answer(ruleset({ templates: [T], rules: [deny] }), [{ template: 'T', data }])).toEqual({
        kind: 'answered',
        phases: [
          {
            decision: 'deny',
            reason: '\\"a "b"\\\n) ; é3.0',
            metadata: [
              ['2', 'x"y'],
              ['1', ''],
            ],
            ruleTrace: ['MAIN::r'],
            moduleTrace: ['MAIN'],
            facts: ['(T (i 9223372036854775807) (f 3.0) (s "a \\"b\\"\\\\\n) ; é") (y TRUE))'],
          },
        ],
      });
    });

    it('give back any text as it was written', async () => {
      // The two characters that a string literal of CLIPS cannot hold: the end of a C string, and a backspace, which
      // takes the character before it away. The compiler refuses them in YAML.
      const text = fc
        .string({ unit: 'binary', maxLength: 20 })
        .map((drawn) => drawn.replace(/[\0\b]/g, '"\\'));
      const texts = fc.sample(text, full(200, 60));
      const reasons = texts.map((reason, index) => {
        const one = ruleset({
          rules: [
            rule('r', [], {
              action: 'allow',
              reason: [{ kind: 'text', text: reason }],
              metadata: [[reason, plainText(String(index))]],
            }),
          ],
        });
        return { ruleset: one, constructs: emitClips(one), phases: [[]] };
      });
      const given = clips ? await runClips(clips, reasons) : [];
      expect(given.map((one) => one.kind === 'answered' && one.phases[0]?.reason)).toEqual(texts);
      expect(given.map((one) => one.kind === 'answered' && one.phases[0]?.metadata[0]?.[0])).toEqual(texts);
    });

    it('report an error of a rule, constructs that do not load, and a run that does not end', async () => {
      const when = [pattern('A', { x: [variable('v')] })];
      const assertX = (expression: ReturnType<typeof call>) =>
        ({
          effects: [{ kind: 'assert', template: 'A', slots: [{ slot: 'x', value: expression }], at: AT }],
        }) as const;
      const failing = ruleset({
        templates: [A],
        rules: [rule('r', when, assertX(call('div', read('v'), value(integer(0)))))],
      });
      const endless = ruleset({
        templates: [A],
        rules: [rule('r', when, assertX(call('+', read('v'), value(integer(1)))))],
      });
      const broken = ruleset({ templates: [A], rules: [rule('r', [pattern('A', { y: [variable('v')] })])] });
      expect(await answer(failing, [x(1)])).toMatchObject({ kind: 'failed' });
      expect(await answer(endless, [x(1)])).toEqual({ kind: 'limited' });
      expect(await answer(broken, [x(1)])).toMatchObject({ kind: 'none', cause: 'rejected' });
    });

    it('report an error of a firing up to the limit, and the limit if the error comes after it', async () => {
      const failingAt = (firing: number) => {
        const left = call('-', value(integer(firing)), read('v'));
        const next = call(
          '+',
          read('v'),
          value(integer(1)),
          call('*', value(integer(0)), call('div', value(integer(1)), left)),
        );
        const effects = [
          { kind: 'assert', template: 'A', slots: [{ slot: 'x', value: next }], at: AT },
        ] as const;
        return ruleset({
          templates: [A],
          rules: [rule('r', [pattern('A', { x: [variable('v')] })], { effects })],
        });
      };
      expect(await answer(failingAt(FIRING_LIMIT), [x(1)])).toMatchObject({ kind: 'failed' });
      expect(await answer(failingAt(FIRING_LIMIT + 1), [x(1)])).toEqual({ kind: 'limited' });
    });

    it('are missing when CLIPS could not write the facts of a run', async () => {
      if (!clips) throw new Error('no CLIPS');
      const written = ruleset({ templates: [A], rules: [rule('r', [pattern('A', { x: [variable('v')] })])] });
      const constructs = emitClips(written).replace('=>', '=> (if (= ?v 2) then (close answer))');
      const program = (last: number) => ({ ruleset: written, constructs, phases: [[x(1)], [x(last)]] });
      const [whole, cut] = await runClips(clips, [program(3), program(2)]);
      expect(whole).toMatchObject({ kind: 'answered', phases: [{}, {}] });
      expect(cut).toMatchObject({ kind: 'none', cause: 'crashed' });
    });
  });

if (clips) {
  orderOfFirings();
  answers();
}
