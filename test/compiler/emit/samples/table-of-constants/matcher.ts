// --- template call, ruleset.yaml:2:5
function matchCall(m: RulesetMatcher, f: Call): void {
  CALL_TOOL_CASES.get(f.tool)?.(m, f);
}

// --- rule MAIN::tool-0, ruleset.yaml:12:5
const TOOL_0 = rule("MAIN::tool-0", "ruleset.yaml:12:5", { action: "allow", rank: 4, reason: "sample" });

// --- rule MAIN::tool-1, ruleset.yaml:17:5
const TOOL_1 = rule("MAIN::tool-1", "ruleset.yaml:17:5", { action: "allow", rank: 4, reason: "sample" });

// --- rule MAIN::tool-2, ruleset.yaml:22:5
const TOOL_2 = rule("MAIN::tool-2", "ruleset.yaml:22:5", { action: "allow", rank: 4, reason: "sample" });

// --- rule MAIN::tool-3, ruleset.yaml:27:5
const TOOL_3 = rule("MAIN::tool-3", "ruleset.yaml:27:5", { action: "allow", rank: 4, reason: "sample" });

// --- rule MAIN::tool-4, ruleset.yaml:32:5
const TOOL_4 = rule("MAIN::tool-4", "ruleset.yaml:32:5", { action: "allow", rank: 4, reason: "sample" });

// --- rule MAIN::tool-5, ruleset.yaml:37:5
const TOOL_5 = rule("MAIN::tool-5", "ruleset.yaml:37:5", { action: "allow", rank: 4, reason: "sample" });

// --- rule MAIN::tool-6, ruleset.yaml:42:5
const TOOL_6 = rule("MAIN::tool-6", "ruleset.yaml:42:5", { action: "allow", rank: 4, reason: "sample" });

// --- rule MAIN::tool-7, ruleset.yaml:47:5
const TOOL_7 = rule("MAIN::tool-7", "ruleset.yaml:47:5", { action: "allow", rank: 4, reason: "sample" });

// --- rule MAIN::tool-8, ruleset.yaml:52:5
const TOOL_8 = rule("MAIN::tool-8", "ruleset.yaml:52:5", { action: "allow", rank: 4, reason: "sample" });

// --- rule MAIN::tool-9, ruleset.yaml:57:5
const TOOL_9 = rule("MAIN::tool-9", "ruleset.yaml:57:5", { action: "allow", rank: 4, reason: "sample" });

// --- rule MAIN::tool-10, ruleset.yaml:62:5
const TOOL_10 = rule("MAIN::tool-10", "ruleset.yaml:62:5", { action: "allow", rank: 4, reason: "sample" });

// --- rule MAIN::tool-11, ruleset.yaml:67:5
const TOOL_11 = rule("MAIN::tool-11", "ruleset.yaml:67:5", { action: "allow", rank: 4, reason: "sample" });

// --- rule MAIN::tool-12, ruleset.yaml:72:5
const TOOL_12 = rule("MAIN::tool-12", "ruleset.yaml:72:5", { action: "allow", rank: 4, reason: "sample" });

// --- rule MAIN::tool-13, ruleset.yaml:77:5
const TOOL_13 = rule("MAIN::tool-13", "ruleset.yaml:77:5", { action: "allow", rank: 4, reason: "sample" });

// --- rule MAIN::tool-14, ruleset.yaml:82:5
const TOOL_14 = rule("MAIN::tool-14", "ruleset.yaml:82:5", { action: "allow", rank: 4, reason: "sample" });

// --- rule MAIN::tool-15, ruleset.yaml:87:5
const TOOL_15 = rule("MAIN::tool-15", "ruleset.yaml:87:5", { action: "allow", rank: 4, reason: "sample" });

// --- rule MAIN::tool-16, ruleset.yaml:92:5
const TOOL_16 = rule("MAIN::tool-16", "ruleset.yaml:92:5", { action: "allow", rank: 4, reason: "sample" });

// --- rule MAIN::tool-17, ruleset.yaml:97:5
const TOOL_17 = rule("MAIN::tool-17", "ruleset.yaml:97:5", { action: "allow", rank: 4, reason: "sample" });

// --- rule MAIN::tool-18, ruleset.yaml:102:5
const TOOL_18 = rule("MAIN::tool-18", "ruleset.yaml:102:5", { action: "allow", rank: 4, reason: "sample" });

// --- rule MAIN::tool-19, ruleset.yaml:107:5
const TOOL_19 = rule("MAIN::tool-19", "ruleset.yaml:107:5", { action: "allow", rank: 4, reason: "sample" });

// --- rule MAIN::tool-20, ruleset.yaml:112:5
const TOOL_20 = rule("MAIN::tool-20", "ruleset.yaml:112:5", { action: "allow", rank: 4, reason: "sample" });

// --- rule MAIN::tool-21, ruleset.yaml:117:5
const TOOL_21 = rule("MAIN::tool-21", "ruleset.yaml:117:5", { action: "allow", rank: 4, reason: "sample" });

// --- rule MAIN::tool-22, ruleset.yaml:122:5
const TOOL_22 = rule("MAIN::tool-22", "ruleset.yaml:122:5", { action: "allow", rank: 4, reason: "sample" });

// --- rule MAIN::tool-23, ruleset.yaml:127:5
const TOOL_23 = rule("MAIN::tool-23", "ruleset.yaml:127:5", { action: "allow", rank: 4, reason: "sample" });

// --- rule MAIN::tool-24, ruleset.yaml:132:5
const TOOL_24 = rule("MAIN::tool-24", "ruleset.yaml:132:5", { action: "allow", rank: 4, reason: "sample" });

// --- rule MAIN::tool-25, ruleset.yaml:137:5
const TOOL_25 = rule("MAIN::tool-25", "ruleset.yaml:137:5", { action: "allow", rank: 4, reason: "sample" });

function matchTool25Call(m: RulesetMatcher, f: Call): void {
  m.agendaOfMAIN.activate(0, TOOL_25, f);
}

function matchTool24Call(m: RulesetMatcher, f: Call): void {
  m.agendaOfMAIN.activate(0, TOOL_24, f);
}

function matchTool23Call(m: RulesetMatcher, f: Call): void {
  m.agendaOfMAIN.activate(0, TOOL_23, f);
}

function matchTool22Call(m: RulesetMatcher, f: Call): void {
  m.agendaOfMAIN.activate(0, TOOL_22, f);
}

function matchTool21Call(m: RulesetMatcher, f: Call): void {
  m.agendaOfMAIN.activate(0, TOOL_21, f);
}

function matchTool20Call(m: RulesetMatcher, f: Call): void {
  m.agendaOfMAIN.activate(0, TOOL_20, f);
}

function matchTool19Call(m: RulesetMatcher, f: Call): void {
  m.agendaOfMAIN.activate(0, TOOL_19, f);
}

function matchTool18Call(m: RulesetMatcher, f: Call): void {
  m.agendaOfMAIN.activate(0, TOOL_18, f);
}

function matchTool17Call(m: RulesetMatcher, f: Call): void {
  m.agendaOfMAIN.activate(0, TOOL_17, f);
}

function matchTool16Call(m: RulesetMatcher, f: Call): void {
  m.agendaOfMAIN.activate(0, TOOL_16, f);
}

function matchTool15Call(m: RulesetMatcher, f: Call): void {
  m.agendaOfMAIN.activate(0, TOOL_15, f);
}

function matchTool14Call(m: RulesetMatcher, f: Call): void {
  m.agendaOfMAIN.activate(0, TOOL_14, f);
}

function matchTool13Call(m: RulesetMatcher, f: Call): void {
  m.agendaOfMAIN.activate(0, TOOL_13, f);
}

function matchTool12Call(m: RulesetMatcher, f: Call): void {
  m.agendaOfMAIN.activate(0, TOOL_12, f);
}

function matchTool11Call(m: RulesetMatcher, f: Call): void {
  m.agendaOfMAIN.activate(0, TOOL_11, f);
}

function matchTool10Call(m: RulesetMatcher, f: Call): void {
  m.agendaOfMAIN.activate(0, TOOL_10, f);
}

function matchTool9Call(m: RulesetMatcher, f: Call): void {
  m.agendaOfMAIN.activate(0, TOOL_9, f);
}

function matchTool8Call(m: RulesetMatcher, f: Call): void {
  m.agendaOfMAIN.activate(0, TOOL_8, f);
}

function matchTool7Call(m: RulesetMatcher, f: Call): void {
  m.agendaOfMAIN.activate(0, TOOL_7, f);
}

function matchTool6Call(m: RulesetMatcher, f: Call): void {
  m.agendaOfMAIN.activate(0, TOOL_6, f);
}

function matchTool5Call(m: RulesetMatcher, f: Call): void {
  m.agendaOfMAIN.activate(0, TOOL_5, f);
}

function matchTool4Call(m: RulesetMatcher, f: Call): void {
  m.agendaOfMAIN.activate(0, TOOL_4, f);
}

function matchTool3Call(m: RulesetMatcher, f: Call): void {
  m.agendaOfMAIN.activate(0, TOOL_3, f);
}

function matchTool2Call(m: RulesetMatcher, f: Call): void {
  m.agendaOfMAIN.activate(0, TOOL_2, f);
}

function matchTool1Call(m: RulesetMatcher, f: Call): void {
  m.agendaOfMAIN.activate(0, TOOL_1, f);
}

function matchTool0Call(m: RulesetMatcher, f: Call): void {
  m.agendaOfMAIN.activate(0, TOOL_0, f);
}

const CALL_TOOL_CASES: ReadonlyMap<string, (m: RulesetMatcher, f: Call) => void> = new Map([
  ["tool-25", matchTool25Call],
  ["tool-24", matchTool24Call],
  ["tool-23", matchTool23Call],
  ["tool-22", matchTool22Call],
  ["tool-21", matchTool21Call],
  ["tool-20", matchTool20Call],
  ["tool-19", matchTool19Call],
  ["tool-18", matchTool18Call],
  ["tool-17", matchTool17Call],
  ["tool-16", matchTool16Call],
  ["tool-15", matchTool15Call],
  ["tool-14", matchTool14Call],
  ["tool-13", matchTool13Call],
  ["tool-12", matchTool12Call],
  ["tool-11", matchTool11Call],
  ["tool-10", matchTool10Call],
  ["tool-9", matchTool9Call],
  ["tool-8", matchTool8Call],
  ["tool-7", matchTool7Call],
  ["tool-6", matchTool6Call],
  ["tool-5", matchTool5Call],
  ["tool-4", matchTool4Call],
  ["tool-3", matchTool3Call],
  ["tool-2", matchTool2Call],
  ["tool-1", matchTool1Call],
  ["tool-0", matchTool0Call],
]);
