// --- pattern network

// Patterns are visited in the order in which CLIPS visits its pattern network.
function matchOrder(m: RulesetMatcher, f: Order): void {
  f.sets0 |= 1;
  if ((m.factsOfServiceStage.sets0 & 1) !== 0) leftTooManyServiceStage(m, f);
  const facts = m.factsOfOrder;
  facts.sets0 |= f.sets0;
  if (facts.crowded) storeOrder(m);
}

// The newest facts, so far found by their flags, go into the memories.
function storeOrder(m: RulesetMatcher): void {
  const facts = m.factsOfOrder;
  for (let i = facts.stored; i < facts.count; i++) {
    const f = facts.items[i]!;
    if (f.gone) continue;
    if ((f.sets0 & 1) !== 0) m.tooManyLeft.add(f, m.log);
  }
  facts.stored = facts.count;
}

// Patterns are visited in the order in which CLIPS visits its pattern network.
function matchServiceTick(m: RulesetMatcher, f: ServiceTick): void {
  m.agendaOfMAIN.activate(0, STAGE, f);
}

// Patterns are visited in the order in which CLIPS visits its pattern network.
function matchServiceStage(m: RulesetMatcher, f: ServiceStage): void {
  if (f.module2 === "MAIN") {
    f.sets0 |= 1;
    if ((m.factsOfOrder.sets0 & 1) !== 0) rightTooManyServiceStage(m, f);
  }
  const facts = m.factsOfServiceStage;
  facts.sets0 |= f.sets0;
  if (facts.crowded) storeServiceStage(m);
}

// The newest facts, so far found by their flags, go into the memories.
function storeServiceStage(m: RulesetMatcher): void {
  const facts = m.factsOfServiceStage;
  for (let i = facts.stored; i < facts.count; i++) {
    const f = facts.items[i]!;
    if (f.gone) continue;
    if ((f.sets0 & 1) !== 0) m.tooManyServiceStage.add(f, m.log);
  }
  facts.stored = facts.count;
}


// --- joins

function testTooManyServiceStage(m: RulesetMatcher, l: Order, f: ServiceStage): boolean {
  try {
    return (m.countOfItemOrder.count(l.id) > l.limit);
  } catch (error) {
    throw inRule(error, "MAIN::too-many", "ruleset.yaml:8:5");
  }
}

function passTooManyServiceStage(m: RulesetMatcher, l: Order, f: ServiceStage): void {
  if (testTooManyServiceStage(m, l, f)) {
    const match = new Match(l, f);
    m.agendaOfMAIN.activate(1, TOO_MANY, match);
  }
}

// MAIN::too-many, __service_stage: a new fact
function rightTooManyServiceStage(m: RulesetMatcher, f: ServiceStage): void {
  const facts = m.factsOfOrder;
  for (let i = facts.count - 1; i >= facts.stored; i--) {
    const l = facts.items[i]!;
    if ((l.sets0 & 1) !== 0 && !l.gone) passTooManyServiceStage(m, l, f);
  }
  const memory = m.tooManyLeft;
  for (let i = memory.count - 1; i >= 0; i--) {
    const l = memory.at(i);
    passTooManyServiceStage(m, l, f);
  }
}

// MAIN::too-many, __service_stage: a new match of the patterns before
function leftTooManyServiceStage(m: RulesetMatcher, l: Order): void {
  const memory = m.tooManyServiceStage;
  for (let i = 0; i < memory.count; i++) {
    const f = memory.at(i);
    passTooManyServiceStage(m, l, f);
  }
  const facts = m.factsOfServiceStage;
  for (let i = facts.stored; i < facts.count; i++) {
    const f = facts.items[i]!;
    if ((f.sets0 & 1) !== 0 && !f.gone) passTooManyServiceStage(m, l, f);
  }
}
