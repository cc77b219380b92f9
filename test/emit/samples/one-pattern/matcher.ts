// --- pattern network

// Patterns are visited in the order in which CLIPS visits its pattern network.
function matchCall(m: RulesetMatcher, f: Call): void {
  if ((f.cost < 10)) {
    m.agendaOfMAIN.activate(0, CHEAP, f);
  }
}


// --- joins
