import type { FactInput } from '../../runtime/facts/read-facts.ts';
import type { PassedCompilation } from '../../compiler/compile.ts';
import { FerruleError } from '../../runtime/engine/errors.ts';
import { Engine } from '../../library/node/engine.ts';
import { loadRuleset } from '../../library/node/load-ruleset.ts';
import type { Dice } from '../judge/dice.ts';
import { KINDS } from './draw-ruleset.ts';

export type Facts = readonly FactInput[];
/** Decision of a version; an error counts as a separate decision. */
export type Decide = (facts: Facts) => string;

/** Requests beyond which the small ones are drawn, and further ones with more facts. */
const MOST_SMALL = 6_000;
const LARGER = 2_500;
const MOST_FACTS = 4;

/** An engine that knows nothing of searching for facts. */
export function decider(compilation: PassedCompilation): Decide {
  const engine = new Engine(loadRuleset(compilation.javascript()));
  return (facts) => {
    try {
      return String(engine.evaluate({ scoped: true, facts }).decision);
    } catch (error) {
      if (!(error instanceof FerruleError)) throw error;
      return `error:${error.code}`;
    }
  };
}

/** The facts of each template with the constants of some texts and their neighbours. */
export interface Universe {
  readonly calls: Facts;
  readonly grants: Facts;
  readonly marks: Facts;
}

export function universeOf(texts: readonly string[]): Universe {
  const text = texts.join(' ');
  const numbers = [...new Set(text.match(/\b\d+\b/g)?.map(Number))];
  const amounts = [...new Set(numbers.flatMap((one) => [one - 1, one, one + 1]))];
  const words = [...new Set(text.match(/\b(?:red|green|blue|ops|sales|legal)\b/g)), 'retail', 'else'];
  const calls = words.flatMap((team) =>
    KINDS.flatMap((kind) =>
      amounts.flatMap((amount) =>
        [true, false].map((safe) => ({ template: 'call', data: { team, kind, amount, safe } })),
      ),
    ),
  );
  const grants = words.flatMap((who) =>
    amounts.map((level) => ({ template: 'grant', data: { who, level } })),
  );
  const marks = words.map((team) => ({ template: 'mark', data: { team } }));
  return { calls, grants, marks };
}

/** Requests of a call alone and of a call with one other fact, all or many of them, then larger ones. */
export function* bruteRequests({ calls, grants, marks }: Universe, dice: Dice): Generator<Facts> {
  yield [];
  for (const call of calls) yield [call];
  const fitting = (call: FactInput): Facts => grants.filter(({ data }) => data['who'] === call.data['team']);
  const beside = calls.flatMap((call) => fitting(call).map((grant) => [call, grant]));
  const few = beside.length <= MOST_SMALL ? beside : dice.times(MOST_SMALL, () => dice.pick(beside));
  yield* few;
  const all = [...marks, ...grants, ...calls];
  for (let i = 0; i < LARGER; i++) {
    const call = dice.pick(calls);
    const near = [...fitting(call), ...marks.filter(({ data }) => data['team'] === call.data['team'])];
    yield [call, ...dice.times(dice.int(1, MOST_FACTS), () => dice.pick(dice.percent(60) ? near : all))];
  }
}
