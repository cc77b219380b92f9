import { convert, emitExpression } from './expression.ts';
import { representation } from '../../expression/static-type.ts';
import type { EmitScope } from '../../expression/scope.ts';
import type { Expression } from '../../expression/expression.ts';
import type { Join } from '../../plan/network.ts';
import type { ActionName, DecideMode, Effect, Rule, Slot, SlotValue } from '../../ruleset.ts';
import { code, comment, joined, lines, literal, type Code } from '../../write/code.ts';
import { allowedSet, defaultOf } from './emit-validation.ts';
import type { Context, TemplateNames } from './context.ts';
import type { Declaration } from './declaration.ts';
import type { NetworkContext } from './network-context.ts';
import { factAt, matchType, referenceCode, scopeWith, staticTypeOf, type MatchCode } from './reference.ts';

const NO_ACTION = 99;
const DENY_FIRST: readonly ActionName[] = ['deny', 'escalate', 'scope', 'route', 'allow'];
const ALLOW_FIRST: readonly ActionName[] = ['allow', 'deny', 'escalate', 'scope', 'route'];

/** Rank of an action: the lowest that fired wins (language.md, "Which decision wins"). */
function rankOf(action: ActionName | null, decide: DecideMode): number {
  if (action === null) return NO_ACTION;
  if (decide === 'last' || decide === 'first') return 0;
  return (decide === 'allow-overrides' ? ALLOW_FIRST : DENY_FIRST).indexOf(action);
}

function matchOf(terminal: Join): MatchCode {
  return { code: code`match`, shape: terminal.shape, removable: terminal.removable };
}

/** Variables of the right side, found in the match. */
function scopeOf(context: Context, terminal: Join): EmitScope {
  const { variables } = terminal.terminal!;
  return scopeWith(context, (name) => {
    const reference = variables.get(name);
    return reference === undefined
      ? null
      : referenceCode(context, reference, { left: matchOf(terminal), right: null });
  });
}

/** The reason as one `str-cat`, so that numbers are written as CLIPS writes them. */
function reasonExpression(rule: Rule): Expression {
  const { at } = rule;
  const args = rule.then.reason.map((part): Expression =>
    part.kind === 'text'
      ? { kind: 'literal', value: { type: 'STRING', value: part.text }, at }
      : { kind: 'variable', name: part.name, multi: false, at },
  );
  return { kind: 'call', name: 'str-cat', nameAt: at, args, at };
}

/** A slot's value: straight when its static type fits the slot, else checked at run time. */
function slotValue(
  context: Context,
  names: TemplateNames,
  slot: Slot,
  value: Expression,
  scope: EmitScope,
): Code {
  const typed = emitExpression(value, scope);
  const wanted = staticTypeOf(slot.type);
  const name = literal(slot.name);
  const fits =
    representation(typed.type) === representation(wanted) ||
    (slot.type === 'SYMBOL' && representation(typed.type) === 'boolean');
  const checks = {
    STRING: 'slotString',
    SYMBOL: 'slotSymbol',
    INTEGER: 'slotInteger',
    FLOAT: 'slotFloat',
  } as const;
  let result = fits
    ? convert(typed, representation(wanted), scope)
    : code`${context.value(checks[slot.type])}(${name}, ${convert(typed, 'value', scope)})`;
  if (slot.type === 'FLOAT' && value.kind !== 'literal') {
    result = code`${context.value('finiteFloat')}(${name}, ${result})`;
  }
  const allowed = value.kind === 'literal' ? null : allowedSet(context, names, slot);
  return allowed === null ? result : code`${context.value('allowedValue')}(${name}, ${result}, ${allowed})`;
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
function factLocals(context: Context, terminal: Join, effects: readonly Effect[]): Map<string, FactLocal> {
  const locals = new Map<string, FactLocal>();
  for (const effect of effects) {
    if (effect.kind === 'assert' || locals.has(effect.address)) continue;
    const reference = terminal.terminal!.variables.get(effect.address);
    if (reference === undefined) continue;
    const name = context.names.fresh([effect.address, 'fact'], 'camel');
    const fact = factAt(context, matchOf(terminal), reference.position, reference.template);
    const modified = effects.some((other) => other.kind === 'modify' && other.address === effect.address);
    const declaration = modified ? code`let ${name} = ${fact};` : code`const ${name} = ${fact};`;
    locals.set(effect.address, { name, declaration, template: reference.template });
  }
  return locals;
}

function fireBody(network: NetworkContext, terminal: Join): Code {
  const { context } = network;
  const { effects } = terminal.terminal!.rule.then;
  const scope = scopeOf(context, terminal);
  const locals = factLocals(context, terminal, effects);
  const statements = effects.map((effect) => {
    if (effect.kind === 'assert') {
      const names = context.templates.get(effect.template)!;
      const fact = newFact(context, names, effect.slots, scope, (slot) => literal(defaultOf(slot).value));
      return code`${names.assert}(m, ${fact});`;
    }
    const local = locals.get(effect.address)!;
    if (effect.kind === 'retract') return code`m.retractFact(${local.name});`;
    const names = context.templates.get(local.template)!;
    const next = newFact(
      context,
      names,
      effect.slots,
      scope,
      (slot) => code`${local.name}.${names.slots.get(slot.name)!}`,
    );
    const matches = context.network.roots.has(local.template) ? names.match : code`() => {}`;
    return code`${local.name} = ${context.value('modifyFact')}(m, m.${names.facts}, ${local.name}, ${next}, ${matches});`;
  });
  return lines([...[...locals.values()].map(({ declaration }) => declaration), ...statements]);
}

/** The record of one disjunct of a rule, and the functions of what is not constant in it. */
export function emitRule(network: NetworkContext, terminal: Join): Declaration[] {
  const { context } = network;
  const { rule } = terminal.terminal!;
  const { then } = rule;
  const type = terminal.removable ? context.value('PartialMatch') : matchType(context, terminal.shape);
  const declarations: Declaration[] = [];
  let fire = code`null`;
  if (then.effects.length > 0) {
    fire = context.names.fresh(['fire', rule.name], 'camel');
    declarations.push({
      kind: 'function',
      name: fire,
      parameters: [
        { name: code`m`, type: code`RulesetMatcher` },
        { name: code`match`, type },
      ],
      returns: code`void`,
      body: fireBody(network, terminal),
      comment: comment(`right side of ${rule.module}::${rule.name}`),
    });
  }
  let reason = literal(then.reason.map((part) => (part.kind === 'text' ? part.text : '')).join(''));
  let reasonOf = code`null`;
  if (then.reason.some(({ kind }) => kind === 'variable')) {
    const scope = scopeOf(context, terminal);
    const text = convert(emitExpression(reasonExpression(rule), scope), 'string', scope);
    reason = code`null`;
    reasonOf = context.names.fresh(['reason-of', rule.name], 'camel');
    declarations.push({
      kind: 'function',
      name: reasonOf,
      parameters: [{ name: code`match`, type }],
      returns: code`string`,
      body: code`return ${text};`,
      comment: null,
    });
  }
  const pairs = then.metadata.map(([key, value]) => code`[${literal(key)}, ${literal(value)}]`);
  declarations.push({
    kind: 'constant',
    name: network.network.join(terminal).rule,
    type: context.type('RuleRecord'),
    exported: false,
    comment: comment(`rule ${rule.module}::${rule.name}, ${context.position(rule.at)}`),
    value: code`{
name: ${literal(rule.module + '::' + rule.name)},
module: ${literal(rule.module)},
position: ${literal(context.position(rule.at))},
action: ${literal(then.action)},
rank: ${literal(rankOf(then.action, context.ruleset.decide))},
reason: ${reason},
reasonOf: ${reasonOf},
fire: ${fire},
metadata: ${context.value('metadataOf')}([${joined(pairs, ', ')}]),
log: ${literal(then.log)},
notify: [${joined(
      then.notify.map((name) => literal(name)),
      ', ',
    )}],
attestation: ${literal(then.attestation)},
scope: ${literal(then.scope)},
removable: ${literal(terminal.removable)},
}`,
  });
  return declarations;
}
