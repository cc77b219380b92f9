/** The matcher class of a ruleset: its memories as typed properties. */
import { STAGE_TEMPLATE, TICK_TEMPLATE } from '../../../hidden-templates.ts';
import type { MemoryPlan } from '../../../plan/memory-plan.ts';
import { code, comment, joined, lines, literal, nothing, types, type Code } from '../code/code.ts';
import { relationOf } from '../../../relation.ts';
import { aggregateProperties } from '../aggregates/emit-memories.ts';
import type { Context, TemplateNames } from '../context.ts';
import type { ClassDeclaration, Method, Property } from '../code/declaration.ts';
import { counterProperties, countDerived, uncountMethod } from '../aggregates/emit-counters.ts';
import { emitMemories } from './emit-memories.ts';
import { agendaProperty, memoryPath, type NetworkContext } from './network-context.ts';

const NO_COMMENT = { override: false, comment: null } as const;

/** Templates with facts: all except relations. */
function factTemplates({ templates }: Context): readonly TemplateNames[] {
  return [...templates.values()].filter(({ template }) => relationOf(template.name) === null);
}

function factProperties(context: NetworkContext): Property[] {
  const { plan } = context;
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
  const { plan } = network;
  const facts = factTemplates(network).map(
    ({ template, facts: property }) => code`[${literal(template.name)}, this.${property}],`,
  );
  const agendaOf = (module: string): Code[] => {
    const agenda = plan.agendas.find((other) => other.module === module);
    if (agenda === undefined || agenda.saliences.length === 0) return [];
    return [code`this.${agendaProperty(network, module)}`];
  };
  const all = plan.agendas.flatMap(({ module }) => agendaOf(module));
  const focus = network.ruleset.focusOrder.flatMap(agendaOf);
  const besides = { type: null, override: true, comment: null } as const;
  const own = (name: Code, value: Code): Property => ({ name, value, ...besides });
  return [
    own(
      code`facts`,
      code`new Map${types`<string, ${network.type('AnyFactMemory')}>`}([
${lines(facts)}
])`,
    ),
    own(code`agendas`, code`[${joined(all, ', ')}]`),
    own(code`focus`, code`[${joined(focus, ', ')}]`),
    ...(plan.ordered ? [own(code`removal`, network.value('removal'))] : []),
    ...(plan.obliges ? [own(code`winningObligations`, network.value('winningObligations'))] : []),
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
  const gone = network.value('holdsGoneFact');
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
  const tick = network.templates.get(TICK_TEMPLATE);
  const limits = limitChecks(network);
  if (tick === undefined) return limits.length === 0 ? [] : [method(code`beforeRun`, lines(limits))];
  const stage = network.templates.get(STAGE_TEMPLATE);
  const hidden = stage === undefined ? [tick] : [tick, stage];
  return [
    method(
      code`beforeRun`,
      lines([
        ...limits,
        code`this.tickIndex = this.nextIndex;`,
        code`${tick.assert}(this, new ${tick.type}());`,
      ]),
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
        ...countDerived(network),
        code`this.tickIndex = 0;`,
      ]),
    ),
  ];
}

function method(name: Code, body: Code): Method {
  return { name, parameters: [], returns: code`void`, scope: 'public', body };
}

/** `at_most` of templates: a request with a fact too many is refused before the first rule fires. */
function limitChecks(context: Context): Code[] {
  return [...context.templates.values()].flatMap(({ template, facts }) =>
    template.atMost === undefined
      ? []
      : [
          code`${context.value('checkAtMost')}(this.${facts}, ${literal(template.atMost)}, ${literal(template.name)});`,
        ],
  );
}

/** The matcher class, after the classes of its parts. */
export function emitMatcherClass(network: NetworkContext): ClassDeclaration[] {
  const { plan } = network;
  const memories = emitMemories(network);
  const agendaProperties = plan.agendas
    .filter(({ saliences }) => saliences.length > 0)
    .map(({ module, saliences, place }) => ({
      name: agendaProperty(network, module),
      type: null,
      value: code`new ${network.value('ModuleAgenda')}(${literal(saliences.length)}, this${place === null ? nothing : code`, ${literal(place)}`})`,
      ...NO_COMMENT,
    }));
  const matcher: ClassDeclaration = {
    kind: 'class',
    name: code`RulesetMatcher`,
    extends: network.value('Matcher'),
    exported: false,
    comment: comment('Working memory, network memories and agendas, one property each.'),
    properties: [
      ...factProperties(network),
      ...agendaProperties,
      ...memories.matcher,
      ...counterProperties(network),
      ...aggregateProperties(network),
      ...sharedProperties(network),
    ],
    constructor_: {
      fields: false,
      parameters: [{ name: code`host`, type: network.type('Host') }],
      base: code`host, ${literal(network.ruleset.decide === 'first')}`,
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
      ...uncountMethod(network),
    ],
  };
  return [...memories.classes, matcher];
}
