import { describe, expect, it } from 'vitest';
import { createInternalFunctions } from '../../compiler/check/scope/internal-functions.ts';
import { emitClips } from '../../compiler/emit/clips/emit-clips.ts';
import { textFunction } from '../../compiler/language/text-functions.ts';
import { EARLIEST_TIME, LATEST_TIME, timeText } from '../../runtime/values/time-text.ts';
import { findClips } from '../../library/node/clips/clips-binary.ts';
import {
  AT,
  integer,
  pattern,
  rule,
  ruleset,
  slot,
  template,
  value,
  variable,
} from '../../tools/judge/rulesets.ts';
import { runClips } from '../../library/node/clips/run-clips.ts';

const clips = await findClips();
const DAY = 86_400_000;

/** Turns of years, centuries, leap days and signs, and what lies beside them. */
const TIMES = [
  EARLIEST_TIME,
  LATEST_TIME,
  ...[
    '0004-02-29',
    '0100-03-01',
    '1600-02-29',
    '1900-02-28',
    '1970-01-01',
    '2000-02-29',
    '2026-12-31',
  ].flatMap((day) => {
    const time = Date.parse(`${day}T00:00:00Z`);
    return [time - 1, time, time + 61_007, time + DAY - 1, time + DAY];
  }),
];

describe('times in a text', () => {
  if (!clips) return;

  it(`are written by CLIPS ${clips.version} as by the runtime`, async () => {
    const internals = createInternalFunctions(new Set());
    const writer = internals.nameOf(textFunction({ type: 'TIME', list: false }, AT)!);
    const events = TIMES.map((time) => ({
      kind: 'assert' as const,
      template: 'event',
      slots: [{ slot: 'at', value: value(integer(time)) }],
      at: AT,
    }));
    const written = ruleset({
      templates: [
        template('start'),
        template('event', slot('at', 'INTEGER')),
        template('told', slot('text', 'STRING')),
      ],
      functions: internals.made(),
      rules: [
        rule('begin', [pattern('start')], { effects: events }),
        rule('tell', [pattern('event', { at: [variable('t')] })], {
          effects: [
            {
              kind: 'assert',
              template: 'told',
              slots: [
                {
                  slot: 'text',
                  value: {
                    kind: 'call',
                    name: writer,
                    nameAt: AT,
                    args: [{ kind: 'variable', name: 't', multi: false, at: AT }],
                    at: AT,
                  },
                },
              ],
              at: AT,
            },
          ],
        }),
      ],
    });
    const phases = [[{ template: 'start', data: {} }]];
    const [answer] = await runClips(clips, [{ ruleset: written, constructs: emitClips(written), phases }]);
    const facts = answer?.kind === 'answered' ? answer.phases[0]!.facts : [];
    const told = facts.flatMap((fact) => /^\(told \(text "(.*)"\)\)$/.exec(fact)?.[1] ?? []);
    expect(told.sort()).toEqual([...new Set(TIMES)].map(timeText).sort());
  });
});
