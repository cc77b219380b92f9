// --- template argument, ruleset.yaml:2:5
function matchArgument(m: RulesetMatcher, f: Argument): void {
  const found = regexSetMatches(PATTERNS, f.value);
  if (f.kind === "path") {
    if ((found & 2) === 0) m.agendaOfMAIN.activate(0, RELATIVE, f);
    if ((found & 4) !== 0) m.agendaOfMAIN.activate(0, TRAVERSAL, f);
  }
  if ((found & 1) !== 0) m.agendaOfMAIN.activate(0, SECRET, f);
}

// --- rule MAIN::secret, ruleset.yaml:8:5
const SECRET = rule("MAIN::secret", "ruleset.yaml:8:5", { action: "deny", rank: 0, reason: "sample" });

// --- rule MAIN::traversal, ruleset.yaml:13:5
const TRAVERSAL = rule("MAIN::traversal", "ruleset.yaml:13:5", { action: "deny", rank: 0, reason: "sample" });

// --- rule MAIN::relative, ruleset.yaml:20:5
const RELATIVE = rule("MAIN::relative", "ruleset.yaml:20:5", { action: "deny", rank: 0, reason: "sample" });
