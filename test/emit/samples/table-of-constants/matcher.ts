// --- pattern network

// Patterns are visited in the order in which CLIPS visits its pattern network.
function matchCall(m: RulesetMatcher, f: Call): void {
  CALL_TOOL_CASES.get(f.tool)?.(m, f);
}


// --- joins

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
