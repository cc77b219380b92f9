/** Exports of a generated module: the function that makes an empty matcher, and the description of the ruleset. */
import type { ABI_VERSION } from '../../../../runtime/abi.ts';
import type { JoinId } from '../../../plan/ids.ts';
import { entryOf } from '../../../required.ts';
import type { Rule, Ruleset } from '../../../ruleset.ts';
import { code, comment, joined, lines, literal, nothing, statement, types, type Code } from '../code/code.ts';
import type { Context, RuntimeValue } from '../context.ts';
import { emitBudgets } from '../input/emit-budgets.ts';
import { emitSearches } from '../input/emit-searches.ts';
import type { Declaration } from '../code/declaration.ts';
import { enterAll, enterRelations } from './emit-relations.ts';
import { sensitiveInfo } from './emit-sensitive.ts';
import { when } from '../code/statements.ts';
import { joinCondition } from './emit-test.ts';
import {
  agendaProperty,
  joinName,
  joinOf,
  memoryPath,
  regionPath,
  type NetworkContext,
} from './network-context.ts';

// Types alone cross from the runtime: this is its number or does not compile.
const ABI: typeof ABI_VERSION = 7;

// Reads the name of a zone.
const ZONE_READERS: readonly RuntimeValue[] = ['readDayRange', 'readWeekdays'];

/** Statements of (reset) for joins that are driven before any fact comes in (clips-order.md, 7). */
function prime(network: NetworkContext, id: JoinId): Code {
  const join = joinOf(network, id);
  if (join.kind !== 'removable') throw new TypeError('what is driven without a fact is removable');
  const tests = join.right.kind === 'none' ? join.tests : join.secondary;
  const left = join.memory === null ? literal(null) : code`m.${memoryPath(network, join.memory)}`;
  const template = join.right.kind === 'node' ? join.right.template : null;
  return when(
    joinCondition(network, tests, template, { left: null, right: null }),
    statement`${joinName(network, id, 'drive')}(m, ${left}, null);`,
  );
}

function createBody(network: NetworkContext): Code {
  const { plan } = network;
  return lines([
    code`const m = new RulesetMatcher(host);`,
    ...(plan.fullNetwork === null
      ? []
      : [
          code`if (history) {
m.fullNetwork = new ${network.value('FullNetwork')}(m);
${lines([code`buildFullNetwork(m, m.fullNetwork);`, ...enterAll(network), code`m.log.commit(m);`, code`return m;`])}
}`,
        ]),
    ...plan.regions.map(
      ({ id, module }) => code`m.${regionPath(network, id)}.agenda = m.${agendaProperty(network, module)};`,
    ),
    ...plan.primes.map((id) => prime(network, id)),
    ...enterRelations(network),
    code`m.log.commit(m);`,
    code`return m;`,
  ]);
}

function ruleInfo(context: Context, rule: Rule): Code {
  return code`{ name: ${literal(rule.module + '::' + rule.name)}, module: ${literal(rule.module)}, description: ${literal(rule.description)}, salience: ${literal(rule.salience)}, action: ${literal(rule.then.action)}, position: ${literal(context.position(rule.at))} },`;
}

function defaultInfo(given: Ruleset['default']): Code {
  if (given === null) return code`null`;
  const action = given.action === 'none' ? null : given.action;
  return code`{ action: ${literal(action)}, reason: ${literal(given.reason)} }`;
}

/** True if rules read local times. INVARIANT: everything else of the module was made before. */
function zonesInfo({ imported }: Context): Code {
  const asks = ZONE_READERS.some((name) => imported.values.has(name));
  return asks ? code`zones: true,\n` : nothing;
}

/**
 * The function that makes an empty matcher, and the exported ruleset.
 *
 * @param input what the ruleset makes of documents
 */
export function emitRulesetExport(network: NetworkContext, input: Code): Declaration[] {
  const { ruleset } = network;
  const create = network.names.exact('createMatcher');
  const templates = ruleset.templates.map(({ name }) => {
    return code`[${literal(name)}, ${entryOf(network.templates, name).operations}${types` as ${network.type('TemplateOperations')}`}],`;
  });
  const modules = ruleset.modules.map(({ name, description, priority }) => {
    const rules = ruleset.rules.filter(({ module }) => module === name).length;
    return code`{ name: ${literal(name)}, description: ${literal(description)}, priority: ${literal(priority)}, rules: ${literal(rules)} },`;
  });
  return [
    {
      kind: 'function',
      name: create,
      parameters: [
        { name: code`host`, type: network.type('Host') },
        ...(network.plan.fullNetwork === null
          ? []
          : [{ name: code`history${types`?`}`, type: code`boolean` }]),
      ],
      returns: code`RulesetMatcher`,
      body: createBody(network),
      comment: comment('An empty matcher: the state right after (reset).'),
    },
    {
      kind: 'constant',
      name: code`ruleset`,
      type: network.type('CompiledRuleset'),
      exported: true,
      comment: null,
      value: code`{
abi: ${literal(ABI)},
name: ${literal(ruleset.name)},
version: ${literal(ruleset.version)},
decide: ${literal(ruleset.decide)},
default: ${defaultInfo(ruleset.default)},
templates: new Map${types`<string, ${network.type('TemplateOperations')}>`}([
${lines(templates)}
]),
rules: [
${lines(ruleset.rules.map((rule) => ruleInfo(network, rule)))}
],
modules: [
${lines(modules)}
],
focusOrder: [${joined(
        ruleset.focusOrder.map((name) => literal(name)),
        ', ',
      )}],
input: ${input},
${emitSearches(ruleset.authzen, network)}${emitBudgets(ruleset.budgets)}removable: ${literal(network.plan.ordered)},
upgradeMatcher: ${network.plan.fullNetwork === null ? literal(null) : network.value('upgradeMatcher')},
createMatcher: ${create},
${zonesInfo(network)}${sensitiveInfo(ruleset.sensitive)}}`,
    },
  ];
}
