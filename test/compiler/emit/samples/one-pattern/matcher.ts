// --- template call, ruleset.yaml:2:5
function matchCall(m: RulesetMatcher, f: Call): void {
  if ((f.cost < 10)) m.agendaOfMAIN.activate(0, CHEAP, f);
}

// --- rule MAIN::cheap, ruleset.yaml:12:5
const CHEAP = rule("MAIN::cheap", "ruleset.yaml:12:5", { action: "allow", rank: 4, reason: "sample" });
