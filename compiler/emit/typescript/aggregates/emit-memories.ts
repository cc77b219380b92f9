/** The memories of aggregates in generated code: as properties of the matcher, and what facts add to them. */
import type { AggregateMemory } from '../../../plan/aggregates.ts';
import { relationOf } from '../../../relation.ts';
import { required } from '../../../required.ts';
import { code, comment, joined, lines, literal, statement, types, type Code } from '../code/code.ts';
import { slotOf, slotTypeCode, type Context, type TemplateNames } from '../context.ts';
import type { EmitScope } from '../expression/emit-scope.ts';
import { emitCondition } from '../expression/expression.ts';
import { keyType, slotKeyPart } from '../keys/index-key.ts';
import { scopeWith } from '../expression/module-scope.ts';
import { when } from '../code/statements.ts';
import { aggregateKey, memoryProperty, variableOf } from '../keys/aggregate-key.ts';
import type { Declaration, Property } from '../code/declaration.ts';

function factScope(context: Context, memory: AggregateMemory): EmitScope {
  return scopeWith(context, (name) => required(variableOf(context, memory, code`f`, name), name));
}

function factKey(context: Context, { pattern }: AggregateMemory): Code {
  const parts = pattern.keys.map((key) => {
    const { slot, name } = slotOf(context, pattern.template, key.slot);
    return slotKeyPart(context, slot, code`f.${name}`);
  });
  return aggregateKey(context, parts);
}

function typeOfKey(context: Context, { pattern }: AggregateMemory): Code {
  const all = pattern.keys.map(({ type }) => slotKeyPart(context, { type, list: false }, code``).type);
  return all.length === 0 ? code`number` : keyType(context, all);
}

/** Value taken from a fact `f`. */
function taken(context: Context, { pattern, slot }: AggregateMemory): Code {
  return code`f.${slotOf(context, pattern.template, required(slot, 'the slot of an aggregate')).name}`;
}

/** A value that distinguishes facts. */
function distinctPart(context: Context, { pattern, slot }: AggregateMemory, value: Code) {
  const declared = slotOf(context, pattern.template, required(slot, 'the slot of an aggregate')).slot;
  const part = slotKeyPart(context, declared, value);
  return { code: aggregateKey(context, [part]), type: keyType(context, [part.type]) };
}

function created(context: Context, memory: AggregateMemory): Code {
  const key = typeOfKey(context, memory);
  const { type } = required(context.templates.get(memory.pattern.template), memory.pattern.template);
  const generic = (...parts: readonly Code[]): Code => types`<${joined(parts, ', ')}>`;
  switch (memory.form) {
    case 'count':
      return code`new ${context.value('ValueCounter')}${generic(key)}()`;
    case 'total':
      return code`new ${context.value('IntegerTotals')}${generic(key)}()`;
    case 'distinct': {
      const { type: value } = distinctPart(context, memory, code`f`);
      return code`new ${context.value('DistinctValues')}${generic(key, value)}()`;
    }
    case 'facts':
      return code`new ${context.value('OrderedFacts')}${generic(key, type)}()`;
    case 'sum':
    case 'min':
    case 'max': {
      const { slot } = slotOf(context, memory.pattern.template, required(memory.slot, memory.form));
      const value = taken(context, memory);
      const sign = memory.form === 'min' ? code`<` : code`>`;
      const step =
        memory.form === 'sum'
          ? code`(total, f) => total + ${value}`
          : code`(best, f, isFirst) => isFirst || ${value} ${sign} best ? ${value} : best`;
      const generics = generic(key, type, slotTypeCode(context, slot));
      return code`new ${context.value('FoldedFacts')}${generics}(0, ${step})`;
    }
  }
}

/** The rows of a relation by key, which all matchers of the module share. */
function ofRows(context: Context, memory: AggregateMemory, id: number): Code {
  const { template } = memory.pattern;
  const { operations } = required(context.templates.get(template), template);
  const scope = factScope(context, memory);
  const tests = memory.own.map((test) => code`(${emitCondition(test, scope)})`);
  const passes = tests.length === 0 ? code`null` : code`(f) => ${joined(tests, ' && ')}`;
  return code`${operations}.by(${literal(id)}, (f) => ${factKey(context, memory)}, ${passes})`;
}

export function aggregateProperties(context: Context): Property[] {
  return context.plan.aggregates.memories.map((memory, i) => ({
    name: memoryProperty(context, i),
    type: null,
    value:
      relationOf(memory.pattern.template) === null ? created(context, memory) : ofRows(context, memory, i),
    override: false,
    comment: null,
  }));
}

/** Arguments with which a fact `f` enters or leaves a memory. */
function entry(context: Context, memory: AggregateMemory): Code {
  const key = factKey(context, memory);
  switch (memory.form) {
    case 'count':
      return key;
    case 'total':
      return code`${key}, ${taken(context, memory)}`;
    case 'distinct':
      return code`${key}, ${distinctPart(context, memory, taken(context, memory)).code}`;
    default:
      return code`${key}, f`;
  }
}

/** The record of what a template's facts add to the memories of aggregates; none when they add nothing. */
export function emitAggregating(context: Context, names: TemplateNames): Declaration[] {
  if (names.aggregating === null) return [];
  const each = (method: Code): Code =>
    lines(
      context.plan.aggregates.memories.flatMap((memory, i) => {
        if (memory.pattern.template !== names.template.name) return [];
        const scope = factScope(context, memory);
        const tests = memory.own.map((test) => code`(${emitCondition(test, scope)})`);
        const call = statement`m.${memoryProperty(context, i)}.${method}(${entry(context, memory)});`;
        return [when(tests.length === 0 ? null : joined(tests, ' && '), call)];
      }),
    );
  return [
    {
      kind: 'constant',
      name: names.aggregating,
      type: code`${context.type('Counting')}<RulesetMatcher, ${names.type}>`,
      exported: false,
      comment: comment('what its facts add to the memories of aggregates'),
      value: code`{
enter(m, f) {
${each(code`enter`)}
},
leave(m, f) {
${each(code`leave`)}
},
}`,
    },
  ];
}

/** The statement that a new fact `f` needs. */
export function aggregateNew(context: Context, { aggregating }: TemplateNames): Code[] {
  return aggregating === null ? [] : [code`${context.value('countFact')}(m, f, ${aggregating});`];
}

/** Statements for a modified fact; null if no aggregate reads its template. */
export function aggregateModified(
  context: Context,
  { aggregating }: TemplateNames,
  match: Code | null,
): Code | null {
  if (aggregating === null) return null;
  const matched = match === null ? [] : [code`${match}(m, f);`];
  return code`(m, f) => {\n${lines([code`${context.value('countFact')}(m, f, ${aggregating});`, ...matched])}\n}`;
}
