// --- template call, ruleset.yaml:2:5
function matchCall(m: RulesetMatcher, f: Call): void {
  {
    const match = f.matches = alphaMatch(f, f.matches, m.log);
    if (!m.deferredCount.defer(m, ENTER_COUNT_CALL, match)) rightCountCall(m, match);
  }
}

// --- template grant, ruleset.yaml:7:5
function matchGrant(m: RulesetMatcher, f: Grant): void {
  {
    const match = f.matches = alphaMatch(f, f.matches, m.log);
    m.countGrantMatches.add(match, m.log);
    if (!m.deferredCount.defer(m, ENTER_COUNT_GRANT, match)) rightCountGrant(m, match);
  }
}

// --- rule MAIN::count, ruleset.yaml:12:5

function driveCountCall(m: RulesetMatcher, l: PartialMatch | null, r: PartialMatch | null): void {
  {
    const match = derivedMatch(r!.fact, l, r, m.log);
    m.countAwaitingGrant.add(match, m.log);
    leftCountGrant(m, match);
  }
}

function rightCountCall(m: RulesetMatcher, r: PartialMatch): void {
  driveCountCall(m, null, r);
}

// MAIN::count: what follows, to be found one by one
function expandCountCall(m: RulesetMatcher, r: PartialMatch, step: DeferredStep): void {
  step.push(expandCountGrant, looseMatch(r.fact, null, m.log));
}

const ENTER_COUNT_CALL: DeferredEntry = {
  right: rightCountCall,
  expand: expandCountCall,
  meets: null,
};

function driveCountGrant(m: RulesetMatcher, l: PartialMatch | null, r: PartialMatch | null): void {
  m.deferredCount.activate(COUNT, derivedMatch(r!.fact, l, r, m.log));
}

function rightCountGrant(m: RulesetMatcher, r: PartialMatch): void {
  const memory = m.countAwaitingGrant;
  for (let l = memory.newest, older; l !== null; l = older) {
    older = l.older;
    driveCountGrant(m, l, r);
  }
}

function leftCountGrant(m: RulesetMatcher, l: PartialMatch): void {
  if (m.retracting && dying(l)) return;
  for (let r = m.countGrantMatches.oldest, newer; r !== null && r.serial <= m.deferredCount.bound; r = newer) {
    newer = r.newer;
    if (m.retracting && dying(r)) continue;
    driveCountGrant(m, l, r);
  }
}

// MAIN::count: what follows, to be found one by one
function expandCountGrant(m: RulesetMatcher, l: PartialMatch, step: DeferredStep): void {
  const { bound } = step;
  for (let r = m.countGrantMatches.oldest; r !== null && r.serial <= bound; r = r.newer) {
    step.push(COUNT, looseMatch(r.fact, l, m.log));
  }
}

const ENTER_COUNT_GRANT: DeferredEntry = {
  right: rightCountGrant,
  expand: null,
  meets: null,
};

function fireCount(m: RulesetMatcher, match: PartialMatch): void {
  let grantFact = (match.fact as Grant);
  grantFact = modifyFact(m, m.factsOfGrant, grantFact, new Grant("done"), matchGrant);
}

const COUNT = rule("MAIN::count", "ruleset.yaml:12:5", { fire: fireCount, removable: true });
