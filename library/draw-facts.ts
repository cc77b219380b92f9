import type { SlotInfo, TemplateInfo } from '../runtime/description.ts';
import type { CompiledRuleset } from '../runtime/abi.ts';
import { readFact, type FactInput, type FactSource } from '../runtime/facts/read-facts.ts';
import { asJson } from './as-json.ts';

/** Values of each type, so that conditions see some that hold and some that do not. */
const SAMPLES: Readonly<Record<SlotInfo['type'], readonly (string | number | boolean)[]>> = {
  STRING: ['a', 'example', ''],
  SYMBOL: ['a', 'example'],
  INTEGER: [1, 0, 100_000],
  FLOAT: [0.5, 0, 1000],
  BOOLEAN: [true, false],
  TIME: ['2030-01-01T00:00:00Z', '2000-01-01T00:00:00Z'],
};

interface DrawnFacts {
  readonly facts: readonly FactInput[];
  readonly hostFacts: readonly FactInput[];
}

/** Facts as they might come: one of each template that requests bring. `round`: each takes other values. */
export function drawFacts(ruleset: CompiledRuleset, round: number): DrawnFacts {
  const all = [...ruleset.templates.values()].map(({ info }, i) => ({
    from: info.from ?? 'caller',
    fact: drawFact(info, round + i),
  }));
  const broughtBy = (source: FactSource): readonly FactInput[] =>
    all.filter(({ from, fact }) => from === source && takes(ruleset, fact, source)).map(({ fact }) => fact);
  return asJson({ facts: broughtBy('caller'), hostFacts: broughtBy('host') });
}

/** One fact that does not pass would keep the others of its request from being decided on. */
function takes(ruleset: CompiledRuleset, { template, data }: FactInput, by: FactSource): boolean {
  try {
    readFact(ruleset, template, data, by);
    return true;
  } catch {
    return false;
  }
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
