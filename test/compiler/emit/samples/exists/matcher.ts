// --- template call, ruleset.yaml:2:5
function matchCall(m: RulesetMatcher, f: Call): void {
  if (m.fullNetwork !== null) return m.fullNetwork.enter(f);
  f.sets0 |= 1;
  if ((m.factsOfGrant.sets0 & 1) !== 0) leftGrantedGrant(m, f);
  const facts = m.factsOfCall;
  facts.sets0 |= f.sets0;
  if (facts.crowded) storeCall(m);
}

function storeCall(m: RulesetMatcher): void {
  const facts = m.factsOfCall;
  for (let i = facts.stored; i < facts.count; i++) { const f = facts.items[i]!; if ((f.sets0 & 1) !== 0 && !f.gone && (m.reachableTemplates & 2) !== 0) m.grantedLeftById.add(f, m.log); }
  facts.stored = facts.count;
}

// --- template grant, ruleset.yaml:7:5
function matchGrant(m: RulesetMatcher, f: Grant): void {
  if (m.fullNetwork !== null) return m.fullNetwork.enter(f);
  f.sets0 |= 1;
  if ((m.factsOfCall.sets0 & 1) !== 0) rightGrantedGrant(m, f);
  const facts = m.factsOfGrant;
  facts.sets0 |= f.sets0;
  if (facts.crowded) storeGrant(m);
}

function storeGrant(m: RulesetMatcher): void {
  const facts = m.factsOfGrant;
  for (let i = facts.stored; i < facts.count; i++) { const f = facts.items[i]!; if ((f.sets0 & 1) !== 0 && !f.gone) m.grantedGrant.add(f, m.log); }
  facts.stored = facts.count;
}

// --- rule MAIN::granted, ruleset.yaml:12:5

function passGrantedGrant(m: RulesetMatcher, l: Call, newest: Grant): boolean {
  const facts = m.factsOfGrant, memory = m.grantedGrant;
  if (facts.stored > 0) for (let { small } = memory, i = small ? memory.front : memory.oldest(l.id); i >= 0; i = memory.newer(i)) {
    const f = memory.at(i);
    if (!small || f.call === l.id) {
      if (f !== newest) return true;
    }
  }
  for (let i = facts.stored; i < facts.count; i++) {
    const f = facts.items[i]!;
    if ((f.sets0 & 1) !== 0 && f.call === l.id && !f.gone) {
      if (f !== newest) return true;
    }
  }
  return false;
}

function rightGrantedGrant(m: RulesetMatcher, f: Grant): void {
  const facts = m.factsOfCall, memory = m.grantedLeftById;
  for (let i = facts.count - 1; i >= facts.stored; i--) {
    const l = facts.items[i]!;
    if ((l.sets0 & 1) !== 0 && f.call === l.id && !l.gone) {
      if (!passGrantedGrant(m, l, f)) m.agendaOfMAIN.activate(0, GRANTED, l);
    }
  }
  if (facts.stored > 0) for (let { small } = memory, i = small ? memory.back : memory.newest(f.call); i >= 0; i = memory.older(i)) {
    const l = memory.at(i);
    if (!small || f.call === l.id) {
      if (!passGrantedGrant(m, l, f)) m.agendaOfMAIN.activate(0, GRANTED, l);
    }
  }
}

function leftGrantedGrant(m: RulesetMatcher, l: Call): void {
  const facts = m.factsOfGrant, memory = m.grantedGrant;
  if (facts.stored > 0) for (let { small } = memory, i = small ? memory.front : memory.oldest(l.id); i >= 0; i = memory.newer(i)) {
    const f = memory.at(i);
    if (!small || f.call === l.id) {
      m.agendaOfMAIN.activate(0, GRANTED, l);
      return;
    }
  }
  for (let i = facts.stored; i < facts.count; i++) {
    const f = facts.items[i]!;
    if ((f.sets0 & 1) !== 0 && f.call === l.id && !f.gone) {
      m.agendaOfMAIN.activate(0, GRANTED, l);
      return;
    }
  }
}

const GRANTED = rule("MAIN::granted", "ruleset.yaml:12:5", { action: "allow", rank: 4, reason: "sample" });

// Every pattern and join, for an engine whose facts come and go between evaluations.
function buildFullNetwork(m: RulesetMatcher, n: FullNetwork): void {
  const n0 = n.root("call");
  const n1 = n.node(n0, null);
  const n2 = n.root("grant");
  const n3 = n.node(n2, null, (f: Grant) => f.call);
  const j0 = n.join(null, n1, { mode: "positive" });
  const j1 = n.join(j0, n3, { mode: "exists", key: (l: PartialMatch) => (l.fact as Call).id, rightKey: (r: PartialMatch) => (r.fact as Grant).call });
  n.fire(j1, GRANTED, m.agendaOfMAIN, 0, null);
  n.prime();
}
