/** The matcher class of a ruleset: its memories as typed properties, and the ruleset's exported description. */
import { TICK_TEMPLATE, type Rule } from '../../ruleset.ts';
import type { AlphaNode, Join } from '../../plan/network.ts';
import { code, comment, joined, lines, literal, nothing, types, type Code } from '../../write/code.ts';
import type { Context } from './context.ts';
import type { ClassDeclaration, Declaration, Method, Property } from './declaration.ts';
import { nodeMemories } from './emit-alpha.ts';
import { counterProperties, countDerived, uncountMethod } from './emit-counters.ts';
import { growingLeftMemory } from './emit-growing-join.ts';
import { emitPartAgenda, emitPrime, removableMemories } from './emit-removable-memory.ts';
import type { DistributedMemories } from './memory-places.ts';
import type { NetworkContext } from './network-context.ts';

function eachNode(root: AlphaNode, visit: (node: AlphaNode) => void): void {
  visit(root);
  for (const child of root.children) eachNode(child, visit);
}

interface Memories {
  readonly distributed: DistributedMemories;
  /** Those from which retracted facts are swept, with the templates of the facts in them. */
  readonly swept: readonly { readonly name: Code; readonly shape: Join['shape'] }[];
}

function memoriesOf(context: NetworkContext): Memories {
  const properties: Property[] = [];
  const swept: Memories['swept'][number][] = [];
  const known = new Set<Code>();
  for (const root of context.context.network.roots.values()) {
    eachNode(root, (node) => {
      for (const property of nodeMemories(context, node)) {
        properties.push(property);
        if (property.name === context.network.node(node).growing) {
          swept.push({ name: property.name, shape: [node.template] });
        }
      }
    });
  }
  for (const join of context.context.network.joins) {
    if (join.terminal !== null) continue;
    if (join.removable) properties.push(...removableMemories(context, join));
    else if (!join.first) {
      const property = growingLeftMemory(context, join);
      if (known.has(property.name)) continue;
      known.add(property.name);
      properties.push(property);
      swept.push({ name: property.name, shape: join.previous!.shape });
    }
  }
  return { distributed: context.network.memories.distribute(properties), swept };
}

const NO_COMMENT = { override: false, comment: null } as const;

function factProperties({ context, sets }: NetworkContext): Property[] {
  return [...context.templates.values()].map(({ template, facts, type, same, hash, store }) => {
    const stores = sets.ofTemplate(template.name).length > 0 ? code`, ${store}` : code``;
    return {
      name: facts,
      type: null,
      value: code`new ${context.value('FactMemory')}${types`<${type}>`}(${same}, ${hash}${stores})`,
      ...NO_COMMENT,
    };
  });
}

function sharedProperties(network: NetworkContext): Property[] {
  const { context, agendas } = network;
  const facts = [...context.templates.values()].map(
    ({ template, facts: property }) => code`[${literal(template.name)}, this.${property}],`,
  );
  const agendaOf = (module: string): Code[] => {
    const agenda = agendas.get(module);
    return agenda === undefined || agenda.saliences.length === 0 ? [] : [code`this.${agenda.property}`];
  };
  const all = [...agendas.keys()].flatMap(agendaOf);
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
      value: literal(context.network.joins.some(({ removable }) => removable)),
      ...override,
    },
  ];
}

function sweeps(context: Context, memories: Memories['swept']): Code[] {
  return memories.map(({ name }) => code`this.${name}.sweep(${context.value('holdsGoneFact')});`);
}

/**
 * The tick comes right before the first rule fires and goes when the run has ended. Only the memories that can hold it
 * are swept then: an evaluation costs what it touches.
 */
function tickMethods(context: Context, swept: Memories['swept']): Method[] {
  const tick = context.templates.get(TICK_TEMPLATE);
  if (tick === undefined) return [];
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
        code`for (const fact of this.${tick.facts}.list()) this.retractFact(fact);`,
        ...sweeps(
          context,
          swept.filter(({ shape }) => shape.includes(TICK_TEMPLATE)),
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
  const { context, agendas } = network;
  const { distributed, swept } = memoriesOf(network);
  const agendaProperties = [...agendas.values()]
    .filter(({ saliences }) => saliences.length > 0)
    .map(({ property, saliences }) => ({
      name: property,
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
      ...distributed.matcher,
      ...counterProperties(context),
      ...sharedProperties(network),
    ],
    constructor_: {
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
        body: lines(sweeps(context, swept)),
      },
      ...tickMethods(context, swept),
      ...uncountMethod(context),
    ],
  };
  return [...distributed.classes, matcher];
}

function createBody(network: NetworkContext): Code {
  const { rightPrimes, leftPrimes, joins } = network.context.network;
  const prime = (join: Join): Code => emitPrime(network, join);
  return lines([
    code`const m = new RulesetMatcher(host);`,
    ...joins
      .filter(({ removable, terminal }) => removable && terminal === null)
      .flatMap((join) => emitPartAgenda(network, join)),
    ...rightPrimes.map(prime),
    ...leftPrimes.map(prime),
    code`m.log.commit(m);`,
    code`return m;`,
  ]);
}

function ruleInfo(context: Context, rule: Rule): Code {
  return code`{ name: ${literal(rule.module + '::' + rule.name)}, module: ${literal(rule.module)}, description: ${literal(rule.description)}, salience: ${literal(rule.salience)}, action: ${literal(rule.then.action)}, position: ${literal(context.position(rule.at))} },`;
}

/** The function that makes an empty matcher, and the exported ruleset. */
export function emitRulesetExport(network: NetworkContext): Declaration[] {
  const { context } = network;
  const { ruleset } = context;
  const create = context.names.exact('createMatcher');
  const templates = ruleset.templates.map(({ name }) => {
    const { operations } = context.templates.get(name)!;
    return code`[${literal(name)}, ${operations}${types` as ${context.type('TemplateOperations')}`}],`;
  });
  const modules = ruleset.modules.map(({ name, description, priority }) => {
    const rules = ruleset.rules.filter(({ module }) => module === name).length;
    return code`{ name: ${literal(name)}, description: ${literal(description)}, priority: ${literal(priority)}, rules: ${literal(rules)} },`;
  });
  return [
    {
      kind: 'function',
      name: create,
      parameters: [{ name: code`host`, type: context.type('Host') }],
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
abi: 3,
name: ${literal(ruleset.name)},
version: ${literal(ruleset.version)},
decide: ${literal(ruleset.decide)},
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
removable: ${literal(context.network.joins.some(({ removable }) => removable))},
createMatcher: ${create},
}`,
    },
  ];
}
