// --- pattern network

// Patterns are visited in the order in which CLIPS visits its pattern network.
function matchCall(m: RulesetMatcher, f: Call): void {
  f.sets0 |= 1;
  if ((m.factsOfGrant.sets0 & 1) !== 0) leftGrantedGrant(m, f);
  const facts = m.factsOfCall;
  facts.sets0 |= f.sets0;
  if (facts.crowded) storeCall(m);
}

// The newest facts, so far found by their flags, go into the memories.
function storeCall(m: RulesetMatcher): void {
  const facts = m.factsOfCall;
  for (let i = facts.stored; i < facts.count; i++) {
    const f = facts.items[i]!;
    if (f.gone) continue;
    if ((f.sets0 & 1) !== 0 && (m.coming & 2) !== 0) m.grantedLeftById.add(f, m.log);
  }
  facts.stored = facts.count;
}

// Patterns are visited in the order in which CLIPS visits its pattern network.
function matchGrant(m: RulesetMatcher, f: Grant): void {
  f.sets0 |= 1;
  if ((m.factsOfCall.sets0 & 1) !== 0) rightGrantedGrant(m, f);
  const facts = m.factsOfGrant;
  facts.sets0 |= f.sets0;
  if (facts.crowded) storeGrant(m);
}

// The newest facts, so far found by their flags, go into the memories.
function storeGrant(m: RulesetMatcher): void {
  const facts = m.factsOfGrant;
  for (let i = facts.stored; i < facts.count; i++) {
    const f = facts.items[i]!;
    if (f.gone) continue;
    if ((f.sets0 & 1) !== 0) m.grantedGrant.add(f, m.log);
  }
  facts.stored = facts.count;
}


// --- joins

function passGrantedGrant(m: RulesetMatcher, l: Call, f: Grant): void {
  const match = new Match(l, f);
  m.agendaOfMAIN.activate(0, GRANTED, match);
}

// MAIN::granted, grant: a new fact
function rightGrantedGrant(m: RulesetMatcher, f: Grant): void {
  const facts = m.factsOfCall;
  for (let i = facts.count - 1; i >= facts.stored; i--) {
    const l = facts.items[i]!;
    if ((l.sets0 & 1) !== 0 && f.call === l.id && !l.gone) passGrantedGrant(m, l, f);
  }
  const memory = m.grantedLeftById;
  const { small } = memory;
  for (let i = small ? memory.back : memory.newest(f.call); i >= 0; i = memory.older(i)) {
    const l = memory.at(i);
    if (!small || f.call === l.id) {
      passGrantedGrant(m, l, f);
    }
  }
}

// MAIN::granted, grant: a new match of the patterns before
function leftGrantedGrant(m: RulesetMatcher, l: Call): void {
  const memory = m.grantedGrant;
  const { small } = memory;
  for (let i = small ? memory.front : memory.oldest(l.id); i >= 0; i = memory.newer(i)) {
    const f = memory.at(i);
    if (!small || f.call === l.id) {
      passGrantedGrant(m, l, f);
    }
  }
  const facts = m.factsOfGrant;
  for (let i = facts.stored; i < facts.count; i++) {
    const f = facts.items[i]!;
    if ((f.sets0 & 1) !== 0 && f.call === l.id && !f.gone) passGrantedGrant(m, l, f);
  }
}
