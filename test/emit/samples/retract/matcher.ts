// --- pattern network

// Patterns are visited in the order in which CLIPS visits its pattern network.
function matchCall(m: RulesetMatcher, f: Call): void {
  {
    const match = alphaMatch(f, m.log);
    if (!m.deferredSpent.defer(m, ENTER_SPENT_CALL, match)) rightSpentCall(m, match);
  }
}

// Patterns are visited in the order in which CLIPS visits its pattern network.
function matchGrant(m: RulesetMatcher, f: Grant): void {
  {
    const match = alphaMatch(f, m.log);
    m.spentGrantMatches.add(f.call, match, m.log);
    if (!m.deferredSpent.defer(m, ENTER_SPENT_GRANT, match)) rightSpentGrant(m, match);
  }
}


// --- joins

// MAIN::spent, call: a new match of the patterns before
function driveSpentCall(m: RulesetMatcher, l: PartialMatch | null, r: PartialMatch | null): void {
  {
    const match = derivedMatch(r!.fact, l, r, m.log);
    m.spentAwaitingGrant.add((match.fact as Call).id, match, m.log);
    leftSpentGrant(m, match);
  }
}

// MAIN::spent, call: a new fact
function rightSpentCall(m: RulesetMatcher, r: PartialMatch): void {
  driveSpentCall(m, null, r);
}

// MAIN::spent: what follows, to be found one by one
function expandSpentCall(m: RulesetMatcher, r: PartialMatch, step: DeferredStep): void {
  step.push(expandSpentGrant, looseMatch(r.fact, null, m.log));
}

const ENTER_SPENT_CALL: DeferredEntry = {
  right: rightSpentCall,
  expand: expandSpentCall,
  meets: null,
};

// MAIN::spent, grant: a new match of the patterns before
function driveSpentGrant(m: RulesetMatcher, l: PartialMatch | null, r: PartialMatch | null): void {
  m.deferredSpent.activate(SPENT, derivedMatch(r!.fact, l, r, m.log));
}

// MAIN::spent, grant: a new fact
function rightSpentGrant(m: RulesetMatcher, r: PartialMatch): void {
  const memory = m.spentAwaitingGrant.get((r.fact as Grant).call);
  if (memory === undefined) return;
  for (let l = memory.newest, older; l !== null; l = older) {
    older = l.older;
    driveSpentGrant(m, l, r);
  }
}

// MAIN::spent, grant: a new match of the patterns before
function leftSpentGrant(m: RulesetMatcher, l: PartialMatch): void {
  if (m.retracting && dying(l)) return;
  for (let r = m.spentGrantMatches.get((l.fact as Call).id)?.oldest ?? null, newer; r !== null && r.serial <= m.deferredSpent.bound; r = newer) {
    newer = r.newer;
    if (m.retracting && dying(r)) continue;
    driveSpentGrant(m, l, r);
  }
}

// MAIN::spent: what follows, to be found one by one
function expandSpentGrant(m: RulesetMatcher, l: PartialMatch, step: DeferredStep): void {
  const { bound } = step;
  for (let r = m.spentGrantMatches.get((l.fact as Call).id)?.oldest ?? null; r !== null && r.serial <= bound; r = r.newer) {
    step.push(SPENT, looseMatch(r.fact, l, m.log));
  }
}

const ENTER_SPENT_GRANT: DeferredEntry = {
  right: rightSpentGrant,
  expand: null,
  meets: null,
};
