// --- template call, ruleset.yaml:2:5
function matchCall(m: RulesetMatcher, f: Call): void {
  if (m.fullNetwork !== null) return m.fullNetwork.enter(f);
  {
    const match = f.matches = alphaMatch(f, f.matches, m.log);
    m.coveredCallMatches.add(match, m.log);
    if (m.coveredAwaitingCall.newest !== null) rightCoveredCall(m, match);
    {
      const across = blockableMatch(JOIN_COVERED_GRANT, f, null, null, m.log);
      m.coveredAwaitingGrant.add((across.fact as Call).id, across, m.log);
      leftCoveredGrant(m, across);
    }
  }
}

// --- template grant, ruleset.yaml:7:5
function matchGrant(m: RulesetMatcher, f: Grant): void {
  if (m.fullNetwork !== null) return m.fullNetwork.enter(f);
  {
    const match = f.matches = alphaMatch(f, f.matches, m.log);
    m.coveredGrantMatches.add(f.call, match, m.log);
    if (m.coveredAwaitingGrant2.filled > 0) rightCoveredGrant2(m, match);
    if (m.coveredAwaitingGrant.filled > 0) rightCoveredGrant(m, match);
  }
}

// --- rule MAIN::covered, ruleset.yaml:12:5

function driveCoveredGrant(m: RulesetMatcher, l: PartialMatch | null, r: PartialMatch | null): void {
  {
    const match = derivedMatch(null, l, r, m.log);
    m.coveredAwaitingCall.add(match, m.log);
    leftCoveredCall(m, match);
  }
  {
    const match = blockableMatch(JOIN_COVERED_GROUP, null, l, r, m.log);
    m.coveredAwaitingGroup.add((match.left!.fact as Call).cost, match, m.log);
    leftCoveredGroup(m, match);
  }
}

function rightCoveredGrant(m: RulesetMatcher, r: PartialMatch): void {
  const memory = m.coveredAwaitingGrant.get((r.fact as Grant).call);
  if (memory === undefined) return;
  for (let l = memory.newest, older; l !== null; l = older) {
    older = l.older;
    if (l.marker !== null) continue;
    block(l, r, m.log);
    removeChildren(l, m);
  }
}

function leftCoveredGrant(m: RulesetMatcher, l: PartialMatch): void {
  if (m.retracting && dying(l)) return;
  for (let r = m.coveredGrantMatches.get((l.fact as Call).id)?.oldest ?? null, newer; r !== null; r = newer) {
    newer = r.newer;
    if (m.retracting && dying(r)) continue;
    block(l, r, m.log);
    return;
  }
  driveCoveredGrant(m, l, null);
}

const JOIN_COVERED_GRANT: RemovableJoin = {
  first: false, exists: false, test: null, secondary: null,
  drive: (m: RulesetMatcher, l: PartialMatch) => driveCoveredGrant(m, l, null),
};

function driveCoveredCall(m: RulesetMatcher, l: PartialMatch | null, r: PartialMatch | null): void {
  {
    const match = blockableMatch(JOIN_COVERED_GRANT2, r!.fact, l, r, m.log);
    m.coveredAwaitingGrant2.add((match.fact as Call).id, match, m.log);
    leftCoveredGrant2(m, match);
  }
}

function rightCoveredCall(m: RulesetMatcher, r: PartialMatch): void {
  const memory = m.coveredAwaitingCall;
  for (let l = memory.newest, older; l !== null; l = older) {
    older = l.older;
    if (((r.fact as Call).cost > (l.left!.fact as Call).cost)) driveCoveredCall(m, l, r);
  }
}

function leftCoveredCall(m: RulesetMatcher, l: PartialMatch): void {
  if (m.retracting && dying(l)) return;
  for (let r = m.coveredCallMatches.oldest, newer; r !== null; r = newer) {
    newer = r.newer;
    if (m.retracting && dying(r)) continue;
    if (((r.fact as Call).cost > (l.left!.fact as Call).cost)) driveCoveredCall(m, l, r);
  }
}

function driveCoveredGrant2(m: RulesetMatcher, l: PartialMatch | null, r: PartialMatch | null): void {
  {
    const match = derivedMatch(null, l, r, m.log);
    m.coveredGroup.add((match.left!.left!.left!.fact as Call).cost, match, m.log);
    rightCoveredGroup(m, match);
  }
}

function rightCoveredGrant2(m: RulesetMatcher, r: PartialMatch): void {
  const memory = m.coveredAwaitingGrant2.get((r.fact as Grant).call);
  if (memory === undefined) return;
  for (let l = memory.newest, older; l !== null; l = older) {
    older = l.older;
    if (l.marker !== null) continue;
    block(l, r, m.log);
    removeChildren(l, m);
  }
}

function leftCoveredGrant2(m: RulesetMatcher, l: PartialMatch): void {
  if (m.retracting && dying(l)) return;
  for (let r = m.coveredGrantMatches.get((l.fact as Call).id)?.oldest ?? null, newer; r !== null; r = newer) {
    newer = r.newer;
    if (m.retracting && dying(r)) continue;
    block(l, r, m.log);
    return;
  }
  driveCoveredGrant2(m, l, null);
}

const JOIN_COVERED_GRANT2: RemovableJoin = {
  first: false, exists: false, test: null, secondary: null,
  drive: (m: RulesetMatcher, l: PartialMatch) => driveCoveredGrant2(m, l, null),
};

function driveCoveredGroup(m: RulesetMatcher, l: PartialMatch | null, r: PartialMatch | null): void {
  if (!m.agendaOfMAIN.isClosed) m.agendaOfMAIN.activate(0, COVERED, derivedMatch(null, l, r, m.log));
}

function rightCoveredGroup(m: RulesetMatcher, r: PartialMatch): void {
  const memory = m.coveredAwaitingGroup.get((r.left!.left!.left!.fact as Call).cost);
  if (memory === undefined) return;
  for (let l = memory.newest, older; l !== null; l = older) {
    older = l.older;
    if (l.marker !== null) continue;
    block(l, r, m.log);
    removeChildren(l, m);
  }
}

function leftCoveredGroup(m: RulesetMatcher, l: PartialMatch): void {
  if (m.retracting && dying(l)) return;
  for (let r = m.coveredGroup.get((l.left!.fact as Call).cost)?.oldest ?? null, newer; r !== null; r = newer) {
    newer = r.newer;
    if (m.retracting && dying(r)) continue;
    block(l, r, m.log);
    return;
  }
  driveCoveredGroup(m, l, null);
}

const JOIN_COVERED_GROUP: RemovableJoin = {
  first: false, exists: false, test: null, secondary: null,
  drive: (m: RulesetMatcher, l: PartialMatch) => driveCoveredGroup(m, l, null),
};
const COVERED = rule("MAIN::covered", "ruleset.yaml:12:5", { action: "allow", rank: 4, reason: "sample", removable: true });

// Every pattern and join, for an engine whose facts come and go between evaluations.
function buildFullNetwork(m: RulesetMatcher, n: FullNetwork): void {
  const n0 = n.root("call");
  const n1 = n.node(n0, null);
  const n2 = n.root("grant");
  const n3 = n.node(n2, null, (f: Grant) => f.call);
  const j0 = n.join(null, n1, { mode: "positive" });
  const j1 = n.join(j0, n3, { mode: "negated", key: (l: PartialMatch) => (l.fact as Call).id, rightKey: (r: PartialMatch) => (r.fact as Grant).call });
  const j2 = n.join(j1, n1, { mode: "positive", test: (m: RulesetMatcher, l: PartialMatch, r: PartialMatch) => ((r.fact as Call).cost > (l.left!.fact as Call).cost) });
  const j3 = n.join(j2, n3, { mode: "negated", key: (l: PartialMatch) => (l.fact as Call).id, rightKey: (r: PartialMatch) => (r.fact as Grant).call });
  const j4 = n.join(j1, j3, { mode: "negated", key: (l: PartialMatch) => (l.left!.fact as Call).cost, rightKey: (r: PartialMatch) => (r.left!.left!.left!.fact as Call).cost });
  n.fire(j4, COVERED, m.agendaOfMAIN, 0, [0, 1, 2]);
  n.prime();
}
