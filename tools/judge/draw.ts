import * as fc from 'fast-check';
import { createDice, type Dice, type RandomSource } from './dice.ts';
import { drawAggregate } from './draw-aggregate.ts';
import { drawTest } from './draw-expression.ts';
import { DRAWN_FUNCTIONS } from './draw-functions.ts';
import { drawItems } from './draw-lists.ts';
import { drawGroup } from './draw-group.ts';
import { drawPattern } from './draw-pattern.ts';
import { boundIn, type World } from './draw-scope.ts';
import { drawDefault } from './draw-answers.ts';
import { constantDocument, drawConstants, drawTables, NO_CONSTANTS } from './draw-knowledge.ts';
import { drawRelations } from './draw-relations.ts';
import { drawThen } from './draw-then.ts';
import { drawDomains, slotValues, SLOT_TYPES, type Domains } from './draw-values.ts';
import type { Feature } from './features.ts';
import {
  isAggregate,
  isPattern,
  type HierarchyDraft,
  type Program,
  type RuleDraft,
  type SlotDraft,
  type TemplateDraft,
  type WhenDraft,
} from './program.ts';
import type { FactDraft, Phase, Scalar } from '../../library/node/clips/facts.ts';
import { smaller } from './shrink.ts';

const MODES = ['deny-overrides', 'allow-overrides', 'last', 'first'];
const LEVELS: HierarchyDraft = { name: 'clearance', levels: ['low', 'middle', 'high'] };
const RETRACTABLE_PATTERNS = 4;

function drawSlot(dice: Dice, domains: Domains, name: string, features: ReadonlySet<Feature>): SlotDraft {
  const levels = features.has('classification');
  if (levels && dice.percent(30)) return { name, type: 'SYMBOL', allowed: LEVELS.levels, default: null };
  const plain = features.has('booleans') && dice.percent(20) ? 'BOOLEAN' : dice.pick(SLOT_TYPES);
  const type = features.has('times') && dice.percent(30) ? 'TIME' : plain;
  if (features.has('lists') && dice.percent(35)) {
    const allowed = dice.percent(15) ? domains[type].slice(0, 2) : null;
    return { name, type, list: true, allowed, default: null };
  }
  const allowed = dice.percent(15) ? domains[type].slice(0, 2) : null;
  const value = dice.percent(20) ? dice.pick(allowed ?? domains[type]) : null;
  return { name, type, allowed, default: value };
}

function drawTemplate(
  dice: Dice,
  domains: Domains,
  name: string,
  features: ReadonlySet<Feature>,
): TemplateDraft {
  return {
    name,
    slots: dice.times(dice.int(1, 3), (index) => drawSlot(dice, domains, 'xyz'.charAt(index), features)),
  };
}

/** A left side. A prefix of an earlier rule is copied often: sharing in the network is what decides the order. */
function drawWhen(dice: Dice, world: World, earlier: readonly RuleDraft[]): readonly WhenDraft[] {
  const model = earlier.length > 0 && dice.percent(60) ? dice.pick(earlier).when : [];
  const copied = model.slice(0, dice.int(0, model.length));
  const when: WhenDraft[] =
    world.settled.length > 0 ? [...copied] : copied.filter((one) => !holdsAggregate(one));
  const length = Math.min(RETRACTABLE_PATTERNS, Math.max(when.length, dice.pick([1, 1, 2, 2, 2, 3, 3, 4])));
  while (when.length < length) {
    const bound = boundIn(world, when);
    const index = String(when.length);
    const counts = dice.percent(30) ? drawAggregate(dice, world, bound, index) : null;
    const group = counts ?? (dice.percent(35) ? drawGroup(dice, world, bound, index) : null);
    when.push(group ?? drawPattern(dice, world, bound, { index, local: false }));
  }
  return dice.percent(25) ? withTest(dice, world, when) : when;
}

/** The left side with a test written in its last positive pattern. */
function withTest(dice: Dice, world: World, when: readonly WhenDraft[]): readonly WhenDraft[] {
  const at = when.findLastIndex(isPattern);
  const pattern = when[at];
  const test = drawTest(dice, world, boundIn(world, when.slice(0, at + 1)));
  if (!pattern || !isPattern(pattern) || test === null) return when;
  return when.with(at, { ...pattern, conditions: [...pattern.conditions, { test }] });
}

/** True if an element is an aggregate, or a group with one. */
function holdsAggregate(element: WhenDraft): boolean {
  return isAggregate(element) || /"(count|sum|min|max|distinct|collect)":/.test(JSON.stringify(element));
}

/** `first`: the module that has the focus before all others, whose rules may change what those count. */
function drawRule(
  dice: Dice,
  all: World,
  modules: readonly string[],
  first: string | null,
  earlier: readonly RuleDraft[],
): RuleDraft {
  const name = `r${earlier.length}`;
  const module = modules.length > 0 && dice.percent(80) ? dice.pick(modules) : null;
  const world = module !== null && module === first ? { ...all, settled: [] } : all;
  const when = drawWhen(dice, world, earlier);
  return {
    name,
    module,
    salience: dice.pick([0, 0, 0, 0, 10, -5]),
    when,
    then: drawThen(dice, world, name, when),
  };
}

/** Value of a slot in a fact from outside. */
function slotData(dice: Dice, world: World, slot: SlotDraft): Scalar | readonly Scalar[] {
  return slot.list ? drawItems(dice, world, slot) : dice.pick(slotValues(slot, world.domains));
}

function drawFact(dice: Dice, world: World): FactDraft {
  const template = dice.pick(world.templates);
  const data = template.slots.flatMap((slot) =>
    dice.percent(92) ? [[slot.name, slotData(dice, world, slot)] as const] : [],
  );
  return { template: template.name, data: Object.fromEntries(data) };
}

function drawPhase(dice: Dice, world: World, count: number): Phase {
  const facts: FactDraft[] = [];
  while (facts.length < count)
    facts.push(facts.length > 0 && dice.percent(8) ? dice.pick(facts) : drawFact(dice, world));
  return facts;
}

/** A whole program: sizes follow those on which the order of CLIPS was studied. */
function drawProgram(source: RandomSource, wanted: readonly Feature[]): Program {
  const dice = createDice(source);
  const features = new Set(wanted.filter(() => dice.percent(60)));
  const domains = drawDomains(dice);
  const hierarchies = features.has('classification') ? [LEVELS] : [];
  const templates = dice.times(dice.int(1, 3), (index) =>
    drawTemplate(dice, domains, 'ABC'.charAt(index), features),
  );
  const counted = features.has('temporal') ? templates.slice(-1) : [];
  const constants = features.has('knowledge') ? drawConstants(dice, domains) : NO_CONSTANTS;
  const settled = features.has('aggregates') ? templates.slice(0, dice.int(1, 2)) : [];
  const relations = drawRelations(dice, domains, features);
  const knowledge = { relations, constants, settled };
  const world: World = { features, domains, templates, hierarchies, counted, ...knowledge };
  const modules = dice.times(dice.percent(50) ? 0 : dice.int(1, 3), (index) => ({
    name: `M${index}`,
    priority: dice.int(0, 2),
  }));
  const names = modules.map(({ name }) => name);
  const rules: RuleDraft[] = [];
  const ruleCount = dice.percent(25) ? dice.int(5, 14) : dice.int(2, 8);
  const order = dice.percent(30) ? [...names].reverse() : null;
  // An order that is written out puts MAIN behind all modules.
  const focusOrder = modules.length > 0 && settled.length > 0 ? (order ?? names) : order;
  const first = focusOrder?.[0] ?? null;
  while (rules.length < ruleCount) rules.push(drawRule(dice, world, names, first, rules));
  return {
    templates,
    modules,
    focusOrder: modules.length > 0 ? focusOrder : null,
    decide: dice.percent(30) ? dice.pick(MODES) : null,
    default: features.has('answers') ? drawDefault(dice) : null,
    hierarchies,
    functions: features.has('functions') ? DRAWN_FUNCTIONS : [],
    rules,
    constants: constantDocument(constants),
    relations,
    tables: features.has('knowledge') ? drawTables(dice, world, names, rules) : [],
    phases: dice.times(dice.percent(70) ? 1 : 2, () =>
      drawPhase(dice, world, dice.percent(10) ? dice.int(15, 30) : dice.int(2, 12)),
    ),
  };
}

/** Programs for fast-check: drawn from its generator, made smaller by leaving parts out. */
class ProgramArbitrary extends fc.Arbitrary<Program> {
  readonly #features: readonly Feature[];
  constructor(features: readonly Feature[]) {
    super();
    this.#features = features;
  }
  override generate(random: fc.Random): fc.Value<Program> {
    return new fc.Value(drawProgram(random, this.#features), undefined);
  }
  override canShrinkWithoutContext(value: unknown): value is Program {
    return typeof value === 'object' && value !== null;
  }
  override shrink(value: Program): fc.Stream<fc.Value<Program>> {
    return fc.stream(smaller(value)).map((program) => new fc.Value(program, undefined));
  }
}

export function programs(features: readonly Feature[]): fc.Arbitrary<Program> {
  return new ProgramArbitrary(features);
}
