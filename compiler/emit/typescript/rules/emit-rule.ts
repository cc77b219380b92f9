import type { EmitScope } from '../expression/emit-scope.ts';
import { factTemplate } from '../../../order/list-items.ts';
import type { TerminalJoin } from '../../../plan/match-plan.ts';
import { STAGE_RULE } from '../../../hidden-templates.ts';
import type { Effect, ReasonPart, Rule, Slot, SlotValue } from '../../../ruleset.ts';
import { actsWhenFired, failingTexts } from '../../../plan/texts.ts';
import { elementAt, entryOf, required } from '../../../required.ts';
import { emitExpression } from '../expression/expression.ts';
import { emitText } from '../expression/text.ts';
import { code, joined, lines, literal, typed, types, type Code } from '../code/code.ts';
import { defaultCode } from '../facts/slot-code.ts';
import { slotValue } from '../facts/slot-value.ts';
import { constantText } from '../../../language/text.ts';
import { aggregateModified } from '../aggregates/emit-memories.ts';
import type { Context, TemplateNames } from '../context.ts';
import type { Declaration } from '../code/declaration.ts';
import { namedCode } from './named-code.ts';
import { propertyCode } from './property-code.ts';
import { joinName, recordName, type NetworkContext } from '../network/network-context.ts';
import { scopeWith } from '../expression/module-scope.ts';
import { factAt, factItself, matchType, referenceCode, type MatchCode } from '../network/reference.ts';

function matchOf(terminal: TerminalJoin): MatchCode {
  return { code: code`match`, shape: terminal.shape, removable: terminal.removable };
}

/** Variables of the right side, found in the match. */
function scopeOf(context: Context, terminal: TerminalJoin): EmitScope {
  const { variables } = terminal;
  const sides = { left: matchOf(terminal), right: null };
  return scopeWith(context, (name) => referenceCode(context, required(variables.get(name), name), sides));
}

function newFact(
  context: Context,
  names: TemplateNames,
  given: readonly SlotValue[],
  scope: EmitScope,
  other: (slot: Slot) => Code,
): Code {
  const values = names.template.slots.map((slot) => {
    const value = given.find(({ slot: name }) => name === slot.name);
    return value === undefined ? other(slot) : slotValue(context, names, slot, value.value, scope);
  });
  return code`new ${names.type}(${joined(values, ', ')})`;
}

interface FactLocal {
  readonly name: Code;
  readonly declaration: Code;
  readonly template: string;
}

/** Facts that the right side retracts or modifies, each in a local: a later effect means the modified fact. */
function factLocals(
  context: Context,
  terminal: TerminalJoin,
  effects: readonly Effect[],
): Map<string, FactLocal> {
  const locals = new Map<string, FactLocal>();
  for (const effect of effects) {
    if (effect.kind === 'assert' || locals.has(effect.address)) continue;
    const reference = terminal.variables.get(effect.address);
    if (reference === undefined) continue;
    const name = context.names.fresh([effect.address, 'fact'], 'camel');
    const matched = factAt(context, matchOf(terminal), reference.position, reference.template);
    const fact = factItself(matched, reference.template);
    const modified = effects.some((other) => other.kind === 'modify' && other.address === effect.address);
    const declaration = modified ? code`let ${name} = ${fact};` : code`const ${name} = ${fact};`;
    locals.set(effect.address, { name, declaration, template: factTemplate(reference.template) });
  }
  return locals;
}

function isMatched({ plan }: NetworkContext, name: string): boolean {
  return plan.templates.some(({ template, root }) => template.name === name && root !== null);
}

function fireBody(network: NetworkContext, terminal: TerminalJoin): Code {
  const { rule } = elementAt(network.plan.rules, terminal.rule);
  const { effects } = rule.then;
  const scope = scopeOf(network, terminal);
  const locals = factLocals(network, terminal, effects);
  const statements = effects.map((effect) => {
    if (effect.kind === 'assert') {
      const names = entryOf(network.templates, effect.template);
      const fact = newFact(network, names, effect.slots, scope, (slot) => defaultCode(network, slot));
      return code`${names.assert}(m, ${fact});`;
    }
    const local = entryOf(locals, effect.address);
    if (effect.kind === 'retract') return code`m.retractFact(${local.name});`;
    const names = entryOf(network.templates, local.template);
    const next = newFact(
      network,
      names,
      effect.slots,
      scope,
      (slot) => code`${local.name}.${entryOf(names.slots, slot.name)}`,
    );
    const matched = isMatched(network, local.template) ? names.match : null;
    const matches = aggregateModified(network, names, matched) ?? matched ?? code`() => {}`;
    return code`${local.name} = ${network.value('modifyFact')}(m, m.${names.facts}, ${local.name}, ${next}, ${matches});`;
  });
  const oblige = obligeStatement(network, rule, scope);
  return lines([
    ...textStatements(network, rule, scope),
    ...(oblige === null ? [] : [oblige]),
    ...[...locals.values()].map(({ declaration }) => declaration),
    ...statements,
  ]);
}

/** Evaluates what can fail in the texts, each once. */
function textStatements(context: Context, rule: Rule, scope: EmitScope): readonly Code[] {
  const all = failingTexts(rule, context.ruleset.aggregates).map(
    (expression) => code`${emitExpression(expression, scope).code};`,
  );
  return [...new Map(all.map((statement) => [statement.text, statement])).values()];
}

/** The statement that returns the obligations; null if there are none. */
function obligeStatement(context: Context, rule: Rule, scope: EmitScope): Code | null {
  const { obligations } = rule.then;
  if (obligations.length === 0) return null;
  const list = obligations.map(({ type, properties }) => {
    const pairs = properties.map(
      ({ name, value }) => code`[${literal(name)}, ${propertyCode(context, name, value, scope)}]`,
    );
    return code`${context.value('obligation')}(${literal(type)}, [${joined(pairs, ', ')}]),`;
  });
  return code`${context.value('oblige')}(m, [\n${list}\n]);`;
}

/** A function of the match in a rule's record. */
function ofMatch(
  context: NetworkContext,
  terminal: TerminalJoin,
  returns: Code,
  texts: readonly (readonly ReasonPart[])[],
  value: (scope: EmitScope) => Code,
): Code {
  const asks = texts.some((parts) => parts.some(({ kind }) => kind === 'computed'));
  const match = code`match${typed(typeOfMatch(context, terminal))}`;
  const parameters = asks ? [match, code`m${typed(code`RulesetMatcher`)}`] : [match];
  return code`(${joined(parameters, ', ')})${typed(returns)} => ${value(scopeOf(context, terminal))}`;
}

function typeOfMatch(context: Context, terminal: TerminalJoin): Code {
  return terminal.removable ? context.type('PartialMatch') : matchType(context, terminal.shape);
}

/** Properties of a rule's record that differ from the defaults of `rule`, and the functions it names. */
function recordParts(
  network: NetworkContext,
  terminal: TerminalJoin,
): { readonly parts: readonly Code[]; readonly functions: readonly Declaration[] } {
  const { rule, rank } = elementAt(network.plan.rules, terminal.rule);
  const { then } = rule;
  const parts: Code[] = [];
  const functions: Declaration[] = [];
  if (actsWhenFired(rule, network.ruleset.aggregates)) {
    const name = network.names.fresh(['fire', rule.name], 'camel');
    functions.push({
      kind: 'function',
      name,
      parameters: [
        { name: code`m`, type: code`RulesetMatcher` },
        { name: code`match`, type: typeOfMatch(network, terminal) },
      ],
      returns: code`void`,
      body: fireBody(network, terminal),
      comment: null,
    });
    parts.push(code`fire: ${name}`);
  }
  if (then.action !== null) {
    parts.unshift(code`action: ${literal(then.action)}`);
    parts.push(code`rank: ${literal(rank)}`);
  }
  const reason = constantText(then.reason);
  if (reason === null) {
    const write = (scope: EmitScope): Code => emitText(then.reason, scope);
    parts.push(code`reasonOf: ${ofMatch(network, terminal, code`string`, [then.reason], write)}`);
  } else if (reason !== '') parts.push(code`reason: ${literal(reason)}`);
  const texts = then.metadata.map(([key, text]) => [key, constantText(text)] as const);
  if (texts.some(([, text]) => text === null)) {
    const write = (scope: EmitScope): Code => {
      const pairs = then.metadata.map(
        ([key, text], i) =>
          code`[${literal(key)}, ${elementAt(texts, i)[1] === null ? emitText(text, scope) : literal(elementAt(texts, i)[1])}]`,
      );
      return code`[${joined(pairs, ', ')}]`;
    };
    const returns = network.type('MetadataPairs');
    const parted = then.metadata.map(([, text]) => text);
    parts.push(code`metadataOf: ${ofMatch(network, terminal, returns, parted, write)}`);
  } else if (texts.length > 0) {
    const pairs = texts.map(([key, text]) => code`[${literal(key)}, ${literal(text)}]`);
    parts.push(code`metadata: [${joined(pairs, ', ')}]`);
  }
  if (then.log !== 'summary') parts.push(code`log: ${literal(then.log)}`);
  if (then.notify.length > 0) {
    const names = then.notify.map((name) => literal(name));
    parts.push(code`notify: [${joined(names, ', ')}]`);
  }
  if (then.attestation) parts.push(code`attestation: true`);
  if (then.scope !== null) {
    const { scope: parted } = then;
    const text = constantText(parted);
    const write = (scope: EmitScope): Code => emitText(parted, scope);
    if (text !== null) parts.push(code`scope: ${literal(text)}`);
    else {
      parts.push(code`scopeOf: ${ofMatch(network, terminal, code`string`, [parted], write)}`);
    }
  }
  if (rule.named !== undefined) parts.push(code`named: ${namedCode(rule.named)}`);
  if (terminal.removable) parts.push(code`removable: true`);
  if (terminal.passed.length > 0) parts.push(code`blocked: ${blockedOf(network, terminal)}`);
  return { parts, functions };
}

/** Test for a blocker of a match that has passed negated patterns, run before it fires. */
function blockedOf(network: NetworkContext, terminal: TerminalJoin): Code {
  const { plan } = network;
  const type = terminal.removable ? network.type('PartialMatch') : matchType(network, terminal.shape);
  const asked = terminal.passed.map((id) => {
    const join = elementAt(plan.joins, id);
    const back = terminal.shape.chain.length - join.shape.chain.length;
    let match = code`match`;
    for (let i = 0; i < back; i++)
      match = terminal.removable ? code`${match}.left${types`!`}` : code`${match}.left`;
    return code`${joinName(network, id, terminal.removable ? 'blockedRemovable' : 'blocked')}(m, ${match})`;
  });
  return code`(m${typed(code`RulesetMatcher`)}, match${typed(type)}) => ${joined(asked, ' || ')}`;
}

/** Above this width, properties of a record get their own lines. */
const SHORT = 80;

function objectOf(parts: readonly Code[]): Code {
  const all = joined(parts, ', ');
  if (parts.length === 0) return code`{}`;
  return all.text.length > SHORT ? code`{\n${all},\n}` : code`{ ${all} }`;
}

/** The record of one disjunct of a rule, and the functions of what is not constant in it. */
export function emitRule(network: NetworkContext, terminal: TerminalJoin): Declaration[] {
  const { rule } = elementAt(network.plan.rules, terminal.rule);
  const position = network.position(rule.at);
  const { parts, functions } = recordParts(network, terminal);
  return [
    ...functions,
    {
      kind: 'constant',
      name: recordName(network, terminal.id),
      type: null,
      exported: false,
      comment: null,
      value: code`${network.value(rule.name === STAGE_RULE ? 'hiddenRule' : 'rule')}(${literal(rule.module + '::' + rule.name)}, ${literal(position)}, ${objectOf(parts)})`,
    },
  ];
}
