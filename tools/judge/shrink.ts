import {
  isAggregate,
  isPattern,
  type AggregateDraft,
  type PatternDraft,
  type Program,
  type RuleDraft,
  type TemplateDraft,
  type ThenDraft,
  type WhenDraft,
} from './program.ts';

/** The list without one part: halves first, then single items. */
function* without<T>(items: readonly T[]): Generator<readonly T[]> {
  if (items.length > 3) {
    const half = items.length >> 1;
    yield items.slice(0, half);
    yield items.slice(half);
  }
  for (const index of items.keys()) yield items.toSpliced(index, 1);
}

function* replaced<T>(items: readonly T[], smallerItem: (item: T) => Iterable<T>): Generator<readonly T[]> {
  for (const [index, item] of items.entries())
    for (const next of smallerItem(item)) yield items.with(index, next);
}

function* smallerPattern(pattern: PatternDraft): Generator<PatternDraft> {
  for (const conditions of without(pattern.conditions)) yield { ...pattern, conditions };
  for (const [index, condition] of pattern.conditions.entries()) {
    if (condition.bind && condition.expression) {
      const { bind, expression, ...rest } = condition;
      yield { ...pattern, conditions: pattern.conditions.with(index, { ...rest, bind }) };
      yield { ...pattern, conditions: pattern.conditions.with(index, { ...rest, expression }) };
    }
  }
}

/** INVARIANT: an element never becomes empty, because the language refuses that. */
function* smallerWhen(when: WhenDraft): Generator<WhenDraft> {
  if (isPattern(when)) yield* smallerPattern(when);
  else if ('not' in when) for (const not of smallerElements(when.not)) yield { not };
  else if ('exists' in when) for (const exists of smallerElements(when.exists)) yield { exists };
  else if ('any' in when) for (const any of replaced(when.any, smallerElements)) yield { any };
  else if (isAggregate(when)) yield* smallerAggregate(when);
  else {
    for (const each of smallerPattern(when.forall.each)) yield { forall: { ...when.forall, each } };
    for (const must of smallerElements(when.forall.must)) yield { forall: { ...when.forall, must } };
  }
}

function* smallerAggregate(aggregate: AggregateDraft): Generator<AggregateDraft> {
  const { as, expression, ...rest } = aggregate;
  if (as !== undefined && expression !== undefined) {
    yield { ...rest, as };
    yield { ...rest, expression };
  }
  const { count } = aggregate;
  if (count === undefined) return;
  if (count.length > 1) for (const fewer of without(count)) yield { ...aggregate, count: fewer };
  for (const smaller of replaced(count, smallerPattern)) yield { ...aggregate, count: smaller };
}

function* smallerElements(elements: readonly WhenDraft[]): Generator<readonly WhenDraft[]> {
  if (elements.length > 1) yield* without(elements);
  yield* replaced(elements, smallerWhen);
}

function* smallerThen(then: ThenDraft): Generator<ThenDraft> {
  for (const key of Object.keys(then)) {
    if (key !== 'action') yield Object.fromEntries(Object.entries(then).filter(([name]) => name !== key));
  }
  for (const assert of without(then.assert ?? [])) yield { ...then, assert };
}

function* smallerRule(rule: RuleDraft): Generator<RuleDraft> {
  if (rule.when.length > 1) for (const when of without(rule.when)) yield { ...rule, when };
  for (const when of replaced(rule.when, smallerWhen)) yield { ...rule, when };
  for (const then of smallerThen(rule.then)) yield { ...rule, then };
  if (rule.salience !== 0) yield { ...rule, salience: 0 };
  if (rule.module !== null) yield { ...rule, module: null };
}

/** The program with fewer templates or slots, and its facts without what those declared. */
function withTemplates(program: Program, templates: readonly TemplateDraft[]): Program {
  const declared = new Map(
    templates.map(({ name, slots }) => [name, new Set(slots.map((slot) => slot.name))]),
  );
  const phases = program.phases.map((phase) =>
    phase.flatMap(({ template, data }) => {
      const slots = declared.get(template);
      return slots
        ? [{ template, data: Object.fromEntries(Object.entries(data).filter(([slot]) => slots.has(slot))) }]
        : [];
    }),
  );
  return { ...program, templates, phases };
}

/** Programs that lack one part of the given one, larger parts first. Some no longer compile; those are passed over. */
export function* smaller(program: Program): Generator<Program> {
  for (const phases of without(program.phases)) if (phases.length > 0) yield { ...program, phases };
  for (const tables of without(program.tables)) yield { ...program, tables };
  for (const relations of without(program.relations)) yield { ...program, relations };
  const withFewerRows = replaced(program.relations, function* (relation) {
    for (const rows of without(relation.rows)) yield { ...relation, rows };
  });
  for (const relations of withFewerRows) yield { ...program, relations };
  for (const rules of without(program.rules)) yield { ...program, rules };
  for (const phases of replaced(program.phases, without)) yield { ...program, phases };
  for (const rules of replaced(program.rules, smallerRule)) yield { ...program, rules };
  for (const modules of without(program.modules)) yield { ...program, modules };
  if (program.focusOrder) yield { ...program, focusOrder: null };
  if (program.decide) yield { ...program, decide: null };
  if (program.functions.length > 0) yield { ...program, functions: [] };
  for (const templates of without(program.templates)) yield withTemplates(program, templates);
  const withFewerSlots = replaced(program.templates, function* (template) {
    if (template.slots.length > 1) for (const slots of without(template.slots)) yield { ...template, slots };
  });
  for (const templates of withFewerSlots) yield withTemplates(program, templates);
}
