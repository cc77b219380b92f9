// --- pattern network

// Patterns are visited in the order in which CLIPS visits its pattern network.
function matchCall(m: RulesetMatcher, f: Call): void {
  switch (f.tool) {
    case "send": {
      m.agendaOfMAIN.activate(0, SEND, f);
      break;
    }
    case "write": {
      m.agendaOfMAIN.activate(0, WRITE, f);
      break;
    }
    case "read": {
      m.agendaOfMAIN.activate(0, READ, f);
      break;
    }
  }
}


// --- joins
