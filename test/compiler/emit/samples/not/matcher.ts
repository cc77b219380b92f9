// --- template call, ruleset.yaml:2:5
function matchCall(m: RulesetMatcher, f: Call): void {
  if (m.fullNetwork !== null) return m.fullNetwork.enter(f);
  if (!((m.factsOfGrant.sets0 & 1) !== 0 && blockedUngrantedGrant(m, f))) m.agendaOfMAIN.activate(0, UNGRANTED, f);
}

// --- template grant, ruleset.yaml:7:5
function matchGrant(m: RulesetMatcher, f: Grant): void {
  if (m.fullNetwork !== null) return m.fullNetwork.enter(f);
  f.sets0 |= 1;
  const facts = m.factsOfGrant;
  facts.sets0 |= f.sets0;
  if (facts.crowded) storeGrant(m);
}

function storeGrant(m: RulesetMatcher): void {
  const facts = m.factsOfGrant;
  for (let i = facts.stored; i < facts.count; i++) { const f = facts.items[i]!; if ((f.sets0 & 1) !== 0 && !f.gone) m.ungrantedGrant.add(f, m.log); }
  facts.stored = facts.count;
}

// --- rule MAIN::ungranted, ruleset.yaml:12:5

function blockedUngrantedGrant(m: RulesetMatcher, l: Call): boolean {
  const facts = m.factsOfGrant, memory = m.ungrantedGrant;
  if (facts.stored > 0) for (let { small } = memory, i = small ? memory.front : memory.oldest(l.id); i >= 0; i = memory.newer(i)) { const f = memory.at(i); if (!small || f.call === l.id) return true; }
  for (let i = facts.stored; i < facts.count; i++) { const f = facts.items[i]!; if ((f.sets0 & 1) !== 0 && f.call === l.id && !f.gone) return true; }
  return false;
}

const UNGRANTED = rule("MAIN::ungranted", "ruleset.yaml:12:5", {
  action: "allow", rank: 4, reason: "sample", blocked: (m: RulesetMatcher, match: Call) => blockedUngrantedGrant(m, match),
});

// Every pattern and join, for an engine whose facts come and go between evaluations.
function buildFullNetwork(m: RulesetMatcher, n: FullNetwork): void {
  const n0 = n.root("call");
  const n1 = n.node(n0, null);
  const n2 = n.root("grant");
  const n3 = n.node(n2, null, (f: Grant) => f.call);
  const j0 = n.join(null, n1, { mode: "positive" });
  const j1 = n.join(j0, n3, { mode: "negated", key: (l: PartialMatch) => (l.fact as Call).id, rightKey: (r: PartialMatch) => (r.fact as Grant).call });
  n.fire(j1, UNGRANTED, m.agendaOfMAIN, 0, null);
  n.prime();
}
