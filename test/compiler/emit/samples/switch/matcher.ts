// --- template call, ruleset.yaml:2:5
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

// --- rule MAIN::read, ruleset.yaml:12:5
const READ = rule("MAIN::read", "ruleset.yaml:12:5", { action: "allow", rank: 4, reason: "sample" });

// --- rule MAIN::write, ruleset.yaml:17:5
const WRITE = rule("MAIN::write", "ruleset.yaml:17:5", { action: "allow", rank: 4, reason: "sample" });

// --- rule MAIN::send, ruleset.yaml:22:5
const SEND = rule("MAIN::send", "ruleset.yaml:22:5", { action: "allow", rank: 4, reason: "sample" });
