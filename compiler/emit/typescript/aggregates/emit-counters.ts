/** Counters in generated code: as properties of the matcher, and what the facts of a template add to them. */
import { code, comment, joined, lines, types, type Code } from '../code/code.ts';
import { keysOf } from '../../../plan/counters.ts';
import type { Counter } from '../../../plan/match-plan.ts';
import {
  slotOf,
  type Context,
  type NamedCounter,
  type RuntimeValue,
  type TemplateNames,
} from '../context.ts';
import type { Declaration, Method, Property } from '../code/declaration.ts';
import { counterKeyOf } from '../keys/counter-key.ts';

const CLASSES = {
  values: 'ValueCounter',
  times: 'TimeCounter',
  distinct: 'DistinctCounter',
} as const satisfies Record<Counter['kind'], RuntimeValue>;

/** Arguments with which a fact `f` enters a counter: the key, and the part after it. */
function partsOf(
  context: Context,
  counter: Counter,
): readonly { readonly type: Code | null; readonly key: Code }[] {
  const { group, last } = keysOf(counter);
  const of = (names: readonly string[]) => {
    const found = names.map((name) => slotOf(context, counter.template, name));
    return counterKeyOf(
      context,
      found.map(({ slot }) => slot),
      found.map(({ name }) => code`f.${name}`),
    );
  };
  if (last === null) return [of(group)];
  if (counter.kind === 'distinct') return [of(group), of([last])];
  return [of(group), { type: null, key: code`f.${slotOf(context, counter.template, last).name}` }];
}

export function counterProperties(context: Context): Property[] {
  return context.counters.all.map((counter) => {
    const keys = partsOf(context, counter).flatMap(({ type }) => type ?? []);
    return {
      name: counter.property,
      type: null,
      value: code`new ${context.value(CLASSES[counter.kind])}${types`<${joined(keys, ', ')}>`}()`,
      override: false,
      comment: null,
    };
  });
}

/** Arguments with which a fact `f` enters a counter. */
function entry(context: Context, counter: Counter): Code {
  return joined(
    partsOf(context, counter).map(({ key }) => key),
    ', ',
  );
}

function countersOfTemplate(context: Context, template: string): readonly NamedCounter[] {
  return context.counters.all.filter((counter) => counter.template === template);
}

/** The record of what a template's facts are counted by; none when they are not counted. */
export function emitCounting(context: Context, names: TemplateNames): Declaration[] {
  if (names.counting === null) return [];
  const counters = countersOfTemplate(context, names.template.name);
  const each = (method: 'enter' | 'leave'): Code =>
    lines(
      counters.map((counter) => {
        const call = method === 'enter' ? code`enter` : code`leave`;
        return code`m.${counter.property}.${call}(${entry(context, counter)});`;
      }),
    );
  return [
    {
      kind: 'constant',
      name: names.counting,
      type: code`${context.type('Counting')}<RulesetMatcher, ${names.type}>`,
      exported: false,
      comment: comment('what its facts add to the counters of temporal conditions'),
      value: code`{
enter(m, f) {
${each('enter')}
},
leave(m, f) {
${each('leave')}
},
}`,
    },
  ];
}

/** The statement that counts a new fact `f`, unless a rule derives it. */
export function countNew(context: Context, names: TemplateNames): Code[] {
  if (names.counting === null) return [];
  return [code`if (m.tickIndex === 0) ${context.value('countFact')}(m, f, ${names.counting});`];
}

/** Statements that count what rules have derived in a run. */
export function countDerived(context: Context): Code[] {
  return [...context.templates.values()].flatMap(({ counting, facts }) =>
    counting === null ? [] : [code`${context.value('countDerived')}(this, this.${facts}, ${counting});`],
  );
}

/** The method that takes a fact out of the counters, and memories of aggregates, that it entered; none without such. */
export function uncountMethod(context: Context): Method[] {
  const statements = [...context.templates.values()].flatMap(({ counting, aggregating, type }) =>
    [counting, aggregating].flatMap((one) =>
      one === null
        ? []
        : [code`if (fact instanceof ${type}) ${context.value('uncountFact')}(this, fact, ${one});`],
    ),
  );
  if (statements.length === 0) return [];
  return [
    {
      name: code`uncount`,
      parameters: [{ name: code`fact`, type: context.value('Fact') }],
      returns: code`void`,
      scope: 'protected',
      body: lines(statements),
    },
  ];
}
