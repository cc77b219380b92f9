// --- template call, ruleset.yaml:2:5
function matchCall(m: RulesetMatcher, f: Call): void {
  if (m.fullNetwork !== null) return m.fullNetwork.enter(f);
  {
    const across = derivedMatch(f, null, null, m.log);
    m.spentAwaitingGrant.add((across.fact as Call).id, across, m.log);
    leftSpentGrant(m, across);
  }
}

// --- template grant, ruleset.yaml:7:5
function matchGrant(m: RulesetMatcher, f: Grant): void {
  if (m.fullNetwork !== null) return m.fullNetwork.enter(f);
  if ((m.reachableTemplates & 1) !== 0 || m.spentAwaitingGrant.filled > 0) {
    const match = f.matches = alphaMatch(f, f.matches, m.log);
    if ((m.reachableTemplates & 1) !== 0) m.spentGrantMatches.add(f.call, match, m.log);
    if (m.spentAwaitingGrant.filled > 0) rightSpentGrant(m, match);
  }
}

// --- rule MAIN::spent, ruleset.yaml:12:5

function driveSpentGrant(m: RulesetMatcher, l: PartialMatch | null, r: PartialMatch | null): void {
  if (!m.agendaOfMAIN.isClosed) m.agendaOfMAIN.activate(0, SPENT, derivedMatch(r!.fact, l, r, m.log));
}

function rightSpentGrant(m: RulesetMatcher, r: PartialMatch): void {
  const memory = m.spentAwaitingGrant.get((r.fact as Grant).call);
  if (memory === undefined) return;
  for (let l = memory.newest, older; l !== null; l = older) {
    older = l.older;
    driveSpentGrant(m, l, r);
  }
}

function leftSpentGrant(m: RulesetMatcher, l: PartialMatch): void {
  if (m.retracting && dying(l)) return;
  for (let r = m.spentGrantMatches.get((l.fact as Call).id)?.oldest ?? null, newer; r !== null; r = newer) {
    newer = r.newer;
    if (m.retracting && dying(r)) continue;
    driveSpentGrant(m, l, r);
  }
}

function fireSpent(m: RulesetMatcher, match: PartialMatch): void {
  const grantFact = (match.fact as Grant);
  m.retractFact(grantFact);
}

const SPENT = rule("MAIN::spent", "ruleset.yaml:12:5", { fire: fireSpent, removable: true });

// Every pattern and join, for an engine whose facts come and go between evaluations.
function buildFullNetwork(m: RulesetMatcher, n: FullNetwork): void {
  const n0 = n.root("call");
  const n1 = n.node(n0, null);
  const n2 = n.root("grant");
  const n3 = n.node(n2, null, (f: Grant) => f.call);
  const j0 = n.join(null, n1, { mode: "positive" });
  const j1 = n.join(j0, n3, { mode: "positive", key: (l: PartialMatch) => (l.fact as Call).id, rightKey: (r: PartialMatch) => (r.fact as Grant).call });
  n.fire(j1, SPENT, m.agendaOfMAIN, 0, [0, 1]);
  n.prime();
}
