// --- template order, ruleset.yaml:2:5
function matchOrder(m: RulesetMatcher, f: Order): void {
  f.sets0 |= 1;
  if ((m.factsOfServiceStage.sets0 & 1) !== 0) leftTooManyServiceStage(m, f);
  const facts = m.factsOfOrder;
  facts.sets0 |= f.sets0;
  if (facts.crowded) storeOrder(m);
}

function storeOrder(m: RulesetMatcher): void {
  const facts = m.factsOfOrder;
  for (let i = facts.stored; i < facts.count; i++) { const f = facts.items[i]!; if ((f.sets0 & 1) !== 0 && !f.gone) m.tooManyLeft.add(f, m.log); }
  facts.stored = facts.count;
}

// --- template __service_tick, ruleset.yaml:8:5
function matchServiceTick(m: RulesetMatcher, f: ServiceTick): void {
  m.agendaOfMAIN.activate(0, STAGE, f);
}

// --- template __service_stage, ruleset.yaml:8:5
function matchServiceStage(m: RulesetMatcher, f: ServiceStage): void {
  if (f.module2 === "MAIN") {
    f.sets0 |= 1;
    if ((m.factsOfOrder.sets0 & 1) !== 0) rightTooManyServiceStage(m, f);
  }
  const facts = m.factsOfServiceStage;
  facts.sets0 |= f.sets0;
  if (facts.crowded) storeServiceStage(m);
}

function storeServiceStage(m: RulesetMatcher): void {
  const facts = m.factsOfServiceStage;
  for (let i = facts.stored; i < facts.count; i++) { const f = facts.items[i]!; if ((f.sets0 & 1) !== 0 && !f.gone) m.tooManyServiceStage.add(f, m.log); }
  facts.stored = facts.count;
}

// --- aggregates

// distinct over item
function distinctOfItem(m: RulesetMatcher, p1: string, p2: Integer): number {
  const total = new Set<string>();
  for (const counted of m.factsOfItemOrder.of(p1)) {
    if ((counted.amount >= p2)) {
      total.add(counted.label);
    }
  }
  return total.size;
}

// --- rule MAIN::__stage, ruleset.yaml:8:5

function fireStage(m: RulesetMatcher, match: ServiceTick): void {
  assertServiceStage(m, new ServiceStage("MAIN"));
}

const STAGE = hiddenRule("MAIN::__stage", "ruleset.yaml:8:5", { fire: fireStage, log: "none" });

// --- rule MAIN::too-many, ruleset.yaml:8:5

function testTooManyServiceStage(m: RulesetMatcher, l: Order, f: ServiceStage): boolean {
  try { return (m.countOfItemOrder.count(l.id) > l.limit); } catch (error) { throw inRule(error, "MAIN::too-many", "ruleset.yaml:8:5"); }
}

function passTooManyServiceStage(m: RulesetMatcher, l: Order, f: ServiceStage): void {
  if (testTooManyServiceStage(m, l, f)) m.agendaOfMAIN.activate(1, TOO_MANY, new Match(l, f));
}

function rightTooManyServiceStage(m: RulesetMatcher, f: ServiceStage): void {
  const facts = m.factsOfOrder, memory = m.tooManyLeft;
  for (let i = facts.count - 1; i >= facts.stored; i--) { const l = facts.items[i]!; if ((l.sets0 & 1) !== 0 && !l.gone) passTooManyServiceStage(m, l, f); }
  if (facts.stored > 0) for (let i = memory.count - 1; i >= 0; i--) { const l = memory.at(i); passTooManyServiceStage(m, l, f); }
}

function leftTooManyServiceStage(m: RulesetMatcher, l: Order): void {
  const facts = m.factsOfServiceStage, memory = m.tooManyServiceStage;
  if (facts.stored > 0) for (let i = 0; i < memory.count; i++) { const f = memory.at(i); passTooManyServiceStage(m, l, f); }
  for (let i = facts.stored; i < facts.count; i++) { const f = facts.items[i]!; if ((f.sets0 & 1) !== 0 && !f.gone) passTooManyServiceStage(m, l, f); }
}

const TOO_MANY = rule("MAIN::too-many", "ruleset.yaml:8:5", {
  action: "deny", rank: 0, reasonOf: (match: Match<Order, ServiceStage>, m: RulesetMatcher): string => boundedText(String(m.countOfItemOrder.count(match.left.id)) + " items, " + String(distinctOfItem(m, match.left.id, match.left.limit)) + " labels"),
});
