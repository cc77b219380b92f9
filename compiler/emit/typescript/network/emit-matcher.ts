/** The matcher class of a ruleset: its memories as typed properties, and the ruleset's exported description. */
import { emitSearches } from '../input/emit-searches.ts';
import { STAGE_TEMPLATE, TICK_TEMPLATE, type Rule, type Ruleset } from '../../../ruleset.ts';
import type { JoinId } from '../../../plan/ids.ts';
import type { MemoryPlan } from '../../../plan/match-plan.ts';
import { code, comment, joined, lines, literal, nothing, types, type Code } from '../code/code.ts';
import { relationOf } from '../../../relation.ts';
import { aggregateProperties } from '../aggregates/emit-memories.ts';
import type { Context, RuntimeValue, TemplateNames } from '../context.ts';
import type { ClassDeclaration, Declaration, Method, Property } from '../print/declaration.ts';
import { counterProperties, countDerived, uncountMethod } from './emit-counters.ts';
import { emitMemories } from './emit-memories.ts';
import { enterAll, enterRelations } from './emit-relations.ts';
import { sensitiveInfo } from './emit-sensitive.ts';
import { joinCondition, when } from './emit-test.ts';
import {
  agendaProperty,
  joinName,
  joinOf,
  memoryPath,
  partPath,
  type NetworkContext,
} from './network-context.ts';
import { entryOf } from '../../../required.ts';

// What reads the name of a zone.
const ZONE_READERS: readonly RuntimeValue[] = ['readDayRange', 'readWeekdays'];
const NO_COMMENT = { override: false, comment: null } as const;

/** What there are facts of: all but the rows of relations. */
function factTemplates({ templates }: Context): readonly TemplateNames[] {
  return [...templates.values()].filter(({ template }) => relationOf(template.name) === null);
}

function factProperties({ context, plan }: NetworkContext): Property[] {
  const flagged = new Set(plan.templates.flatMap((each) => (each.flagged.length > 0 ? [each.template] : [])));
  return factTemplates(context).map(({ template, facts, type, same, hash, store }) => {
    const stores = flagged.has(template) ? code`, ${store}` : code``;
    return {
      name: facts,
      type: null,
      value: code`new ${context.value('FactMemory')}${types`<${type}>`}(${same}, ${hash}${stores})`,
      ...NO_COMMENT,
    };
  });
}

function sharedProperties(network: NetworkContext): Property[] {
  const { context, plan } = network;
  const facts = factTemplates(context).map(
    ({ template, facts: property }) => code`[${literal(template.name)}, this.${property}],`,
  );
  const agendaOf = (module: string): Code[] => {
    const agenda = plan.agendas.find((other) => other.module === module);
    if (agenda === undefined || agenda.saliences.length === 0) return [];
    return [code`this.${agendaProperty(network, module)}`];
  };
  const all = plan.agendas.flatMap(({ module }) => agendaOf(module));
  const focus = context.ruleset.focusOrder.flatMap(agendaOf);
  const override = { override: true, comment: null };
  return [
    {
      name: code`facts`,
      type: null,
      value: code`new Map${types`<string, ${context.type('AnyFactMemory')}>`}([
${lines(facts)}
])`,
      ...override,
    },
    { name: code`agendas`, type: null, value: code`[${joined(all, ', ')}]`, ...override },
    { name: code`focus`, type: null, value: code`[${joined(focus, ', ')}]`, ...override },
    {
      name: code`removable`,
      type: null,
      value: literal(plan.ordered),
      ...override,
    },
  ];
}

type Swept = Extract<MemoryPlan, { kind: 'facts' | 'waiting' }>;

/** Memories from which retracted facts are swept. */
function sweptMemories({ plan }: NetworkContext): readonly Swept[] {
  return plan.memories.filter(
    (memory): memory is Swept =>
      // Rows are never retracted.
      (memory.kind === 'facts' || memory.kind === 'waiting') && memory.rows === undefined,
  );
}

function sweeps(network: NetworkContext, memories: readonly Swept[]): Code[] {
  const gone = network.context.value('holdsGoneFact');
  return memories.map(({ id }) => code`this.${memoryPath(network, id)}.sweep(${gone});`);
}

function mayHold(memory: Swept, template: string): boolean {
  return memory.kind === 'facts' ? memory.template === template : memory.shape.templates.includes(template);
}

/**
 * The tick comes right before the first rule fires and goes when the run has ended. Only the memories that can hold it
 * are swept then: an evaluation costs what it touches.
 */
function tickMethods(network: NetworkContext): Method[] {
  const { context } = network;
  const tick = context.templates.get(TICK_TEMPLATE);
  if (tick === undefined) return [];
  const stage = context.templates.get(STAGE_TEMPLATE);
  const hidden = stage === undefined ? [tick] : [tick, stage];
  const method = (name: Code, body: Code): Method => ({
    name,
    parameters: [],
    returns: code`void`,
    scope: 'public',
    body,
  });
  return [
    method(
      code`beforeRun`,
      lines([code`this.tickIndex = this.nextIndex;`, code`${tick.assert}(this, new ${tick.type}());`]),
    ),
    method(
      code`afterRun`,
      lines([
        ...hidden.map(({ facts }) => code`for (const fact of this.${facts}.list()) this.retractFact(fact);`),
        ...sweeps(
          network,
          sweptMemories(network).filter((memory) =>
            hidden.some(({ template }) => mayHold(memory, template.name)),
          ),
        ),
        code`this.sweepAgendas();`,
        ...countDerived(context),
        code`this.tickIndex = 0;`,
      ]),
    ),
  ];
}

/** The matcher class, after the classes of its parts. */
export function emitMatcherClass(network: NetworkContext): ClassDeclaration[] {
  const { context, plan } = network;
  const memories = emitMemories(network);
  const agendaProperties = plan.agendas
    .filter(({ saliences }) => saliences.length > 0)
    .map(({ module, saliences }) => ({
      name: agendaProperty(network, module),
      type: null,
      value: code`new ${context.value('ModuleAgenda')}(${literal(saliences.length)}, this.host.limits.activations)`,
      ...NO_COMMENT,
    }));
  const matcher: ClassDeclaration = {
    kind: 'class',
    name: code`RulesetMatcher`,
    extends: context.value('Matcher'),
    exported: false,
    comment: comment('Working memory, network memories and agendas, one property each.'),
    properties: [
      ...factProperties(network),
      ...agendaProperties,
      ...memories.matcher,
      ...counterProperties(context),
      ...aggregateProperties(context),
      ...sharedProperties(network),
    ],
    constructor_: {
      fields: false,
      parameters: [{ name: code`host`, type: context.type('Host') }],
      base: code`host, ${literal(context.ruleset.decide === 'first')}`,
      body: nothing,
    },
    getters: [],
    methods: [
      {
        name: code`sweep`,
        parameters: [],
        returns: code`void`,
        scope: 'protected',
        body: lines(sweeps(network, sweptMemories(network))),
      },
      ...tickMethods(network),
      ...uncountMethod(context),
    ],
  };
  return [...memories.classes, matcher];
}

/** Statements of (reset) for joins that are driven before any fact comes in (clips-order.md, 7). */
function prime(network: NetworkContext, id: JoinId): Code {
  const join = joinOf(network, id);
  if (join.kind !== 'linked') throw new TypeError('what is driven without a fact is linked');
  const tests = join.right.kind === 'none' ? join.tests : join.secondary;
  const left = join.memory === null ? literal(null) : code`m.${memoryPath(network, join.memory)}`;
  const template = join.right.kind === 'node' ? join.right.template : null;
  return when(
    joinCondition(network.context, tests, template, { left: null, right: null }),
    code`${joinName(network, id, 'drive')}(m, ${left}, null);`,
  );
}

function createBody(network: NetworkContext): Code {
  const { plan } = network;
  return lines([
    code`const m = new RulesetMatcher(host);`,
    ...(plan.history === null
      ? []
      : [
          code`if (history) {
m.history = new ${network.context.value('HistoryNetwork')}(m);
${lines([code`buildHistory(m, m.history);`, ...enterAll(network), code`m.log.commit(m);`, code`return m;`])}
}`,
        ]),
    ...plan.parts.map(
      ({ id, module }) => code`m.${partPath(network, id)}.agenda = m.${agendaProperty(network, module)};`,
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

/** Whether rules ask for local times. INVARIANT: everything else of the module was made before. */
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
  const { context } = network;
  const { ruleset } = context;
  const create = context.names.exact('createMatcher');
  const templates = ruleset.templates.map(({ name }) => {
    return code`[${literal(name)}, ${entryOf(context.templates, name).operations}${types` as ${context.type('TemplateOperations')}`}],`;
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
        { name: code`host`, type: context.type('Host') },
        ...(network.plan.history === null ? [] : [{ name: code`history${types`?`}`, type: code`boolean` }]),
      ],
      returns: code`RulesetMatcher`,
      body: createBody(network),
      comment: comment('An empty matcher: the state right after (reset).'),
    },
    {
      kind: 'constant',
      name: code`ruleset`,
      type: context.type('CompiledRuleset'),
      exported: true,
      comment: null,
      value: code`{
abi: 4,
name: ${literal(ruleset.name)},
version: ${literal(ruleset.version)},
decide: ${literal(ruleset.decide)},
default: ${defaultInfo(ruleset.default)},
templates: new Map${types`<string, ${context.type('TemplateOperations')}>`}([
${lines(templates)}
]),
rules: [
${lines(ruleset.rules.map((rule) => ruleInfo(context, rule)))}
],
modules: [
${lines(modules)}
],
focusOrder: [${joined(
        ruleset.focusOrder.map((name) => literal(name)),
        ', ',
      )}],
input: ${input},
${emitSearches(ruleset.authzen)}removable: ${literal(network.plan.ordered)},
shortened: ${literal(network.plan.history !== null)},
createMatcher: ${create},
${zonesInfo(context)}${sensitiveInfo(ruleset.sensitive)}}`,
    },
  ];
}
