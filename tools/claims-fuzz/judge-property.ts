import { loadModule } from '../../library/node/load-ruleset.ts';
import type { PassedCompilation } from '../../compiler/compile.ts';
import { propertyRuleset } from '../../authoring/properties/property-ruleset.ts';
import type { Property } from '../../library/suite/property.ts';
import { tryProperty } from '../../authoring/properties/try-property.ts';
import type { Dice } from '../judge/dice.ts';
import { bruteRequests, decider, universeOf, type Decide, type Facts, type Universe } from './brute-force.ts';
import { NOW, NUMBERS, TEAMS, textOf, type DrawnRuleset } from './draw-ruleset.ts';

export interface PropertyCount {
  readonly properties: number;
  /** Those that brute force refutes. */
  readonly false: number;
  /** Those that were refuted. */
  readonly refuted: number;
  readonly missed: number;
  readonly provedProperties: number;
  /** Proved of what is false, or refuted by facts that show nothing. */
  readonly wrong: number;
}

interface JudgeOptions {
  readonly ruleset: DrawnRuleset;
  readonly compilation: PassedCompilation;
  readonly dice: Dice;
  readonly label: string;
  readonly budgetMs: number;
  readonly seed: number;
  readonly tell: (text: string) => void;
}

const REQUESTS = 20_000;
/** Requests that a fact is added to by brute force. */
const MOST_BASES = 1_500;
const ADDED = 6;

/** A property, and whether some facts refute it: the second ones are those of `monotone`. */
interface Drawn {
  readonly property: Property;
  readonly refutes: (decide: Decide, facts: Facts, then: Facts) => boolean;
}

/** Draws a property of a ruleset, tries it both ways, and counts. */
export function judgeProperty(before: PropertyCount, options: JudgeOptions): PropertyCount {
  const { ruleset, compilation, dice, label, budgetMs, seed, tell } = options;
  const { property, refutes } = drawProperty(dice);
  const made = propertyRuleset(
    [{ path: 'rules.yaml', text: textOf(ruleset) }],
    'drawn',
    false,
    property,
    loadModule,
  );
  if ('problem' in made) throw new Error(made.problem);
  const tried = tryProperty(made, property, { seed, now: NOW, runs: REQUESTS, budgetMs, known: [] });
  const decide = decider(compilation);
  const brute = bruteRefutation(decide, { property, refutes }, universeOf([textOf(ruleset)]), dice);
  const about = `${label}: ${JSON.stringify(property)}: ${JSON.stringify(brute)}`;
  let { wrong } = before;
  if (tried.kind === 'proved' && brute !== null) {
    wrong++;
    tell(`falsely proved: ${about}`);
  }
  if (tried.kind === 'refuted' && !refutes(decide, tried.found.facts, tried.found.then ?? [])) {
    wrong++;
    tell(`falsely refuted: ${about}: ${JSON.stringify(tried.found)}`);
  }
  const isMissed = brute !== null && tried.kind === 'not refuted';
  if (isMissed) tell(`not refuted: ${about}`);
  return {
    properties: before.properties + 1,
    false: before.false + (brute === null ? 0 : 1),
    refuted: before.refuted + (brute !== null && tried.kind === 'refuted' ? 1 : 0),
    missed: before.missed + (isMissed ? 1 : 0),
    provedProperties: before.provedProperties + (tried.kind === 'proved' ? 1 : 0),
    wrong,
  };
}

function drawProperty(dice: Dice): Drawn {
  const decision = dice.pick(['allow', 'allow', 'deny', 'escalate']);
  const about = { name: 'drawn', path: [] };
  if (dice.percent(40)) {
    const added = [dice.pick(['grant', 'grant', 'call', 'mark'])];
    return {
      property: { ...about, kind: 'monotone', decision, added },
      refutes: (decide, facts, then) => decide(facts) === decision && decide(then) !== decision,
    };
  }
  if (dice.percent(30))
    return {
      property: { ...about, kind: 'never', decision, when: null },
      refutes: (decide, facts) => decide(facts) === decision,
    };
  const [team, least] = [dice.pick(TEAMS), dice.pick(NUMBERS)];
  const conditions = [
    { slot: 'team', expression: `equals(${team})` },
    { slot: 'amount', expression: `at_least(${least})` },
  ];
  return {
    property: { ...about, kind: 'never', decision, when: { when: [{ template: 'call', conditions }] } },
    refutes: (decide, facts) =>
      facts.some(
        ({ template, data }) =>
          template === 'call' && data['team'] === team && Number(data['amount']) >= least,
      ) && decide(facts) === decision,
  };
}

function bruteRefutation(
  decide: Decide,
  { property, refutes }: Drawn,
  universe: Universe,
  dice: Dice,
): Facts | null {
  let bases = 0;
  for (const facts of bruteRequests(universe, dice)) {
    if (property.kind !== 'monotone') {
      if (refutes(decide, facts, [])) return facts;
      continue;
    }
    if (property.kind !== 'monotone' || decide(facts) !== property.decision || ++bases > MOST_BASES) continue;
    const [name] = property.added;
    const able = name === 'grant' ? universe.grants : name === 'mark' ? universe.marks : universe.calls;
    const teams = new Set(facts.map(({ data }) => data['team']));
    const near = able.filter(({ data }) => teams.has(data['who'] ?? data['team']));
    for (let i = 0; i < ADDED; i++) {
      const then = [...facts, dice.pick(near.length > 0 && dice.percent(80) ? near : able)];
      if (refutes(decide, facts, then)) return then;
    }
  }
  return null;
}
