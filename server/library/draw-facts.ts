import type { CompiledRuleset, SlotInfo, TemplateInfo } from '../../runtime/contract.ts';
import type { FactInput } from '../../runtime/read-facts.ts';

/** Values of each type, so that conditions see some that hold and some that do not. */
const SAMPLES: Readonly<Record<SlotInfo['type'], readonly (string | number | boolean)[]>> = {
  STRING: ['a', 'example', ''],
  SYMBOL: ['a', 'example'],
  INTEGER: [1, 0, 100_000],
  FLOAT: [0.5, 0, 1000],
  BOOLEAN: [true, false],
  TIME: ['2030-01-01T00:00:00Z', '2000-01-01T00:00:00Z'],
};

export interface DrawnFacts {
  readonly facts: readonly FactInput[];
  readonly hostFacts: readonly FactInput[];
}

/** Facts as they might come: one of each template. `round`: each takes other values. */
export function drawFacts({ templates }: CompiledRuleset, round: number): DrawnFacts {
  const all = [...templates.values()].map(({ info }, i) => ({ info, fact: drawFact(info, round + i) }));
  const brought = (byHost: boolean): readonly FactInput[] =>
    all.filter(({ info }) => (info.from === 'host') === byHost).map(({ fact }) => fact);
  return { facts: brought(false), hostFacts: brought(true) };
}

function drawFact({ name, slots }: TemplateInfo, round: number): FactInput {
  const data = Object.fromEntries(
    slots.map((slot, i) => {
      const value = drawValue(slot, round + i);
      return [slot.name, slot.list ? [value].slice(0, slot.maxItems ?? 1) : value];
    }),
  );
  return { template: name, data };
}

function drawValue({ type, allowedValues }: SlotInfo, round: number): string | number | boolean {
  const values = allowedValues ?? SAMPLES[type];
  return values[round % values.length] ?? '';
}
