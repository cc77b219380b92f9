// --- template doc, ruleset.yaml:4:5
function matchDoc(m: RulesetMatcher, f: Doc): void {
  if (m.fullNetwork !== null) return m.fullNetwork.enter(f);
  for (let i = f.tags.length - 1; i >= 0; i--) matchWantedTagDocTags(m, new ListItem(f, symbolItem(f.tags[i]!), i));
}

// --- template wanted, ruleset.yaml:8:5
function matchWanted(m: RulesetMatcher, f: Wanted): void {
  if (m.fullNetwork !== null) return m.fullNetwork.enter(f);
  f.sets0 |= 1;
  {
    const across = derivedMatch(f, null, null, m.log);
    m.wantedTagAwaitingDocTags.add((across.fact as Wanted).tag, across, m.log);
    leftWantedTagDocTags(m, across);
  }
  const facts = m.factsOfWanted;
  facts.sets0 |= f.sets0;
  if (facts.crowded) storeWanted(m);
}

function storeWanted(m: RulesetMatcher): void {
  const facts = m.factsOfWanted;
  for (let i = facts.stored; i < facts.count; i++) { const f = facts.items[i]!; if ((f.sets0 & 1) !== 0 && !f.gone) m.pairsWanted.add(f, m.log); }
  facts.stored = facts.count;
}

// --- rule MAIN::wanted-tag, ruleset.yaml:11:5

function driveWantedTagDocTags(m: RulesetMatcher, l: PartialMatch | null, r: PartialMatch | null): void {
  if (!m.agendaOfMAIN.isClosed) m.agendaOfMAIN.activate(0, WANTED_TAG, derivedMatch(r!.fact, l, r, m.log));
}

function rightWantedTagDocTags(m: RulesetMatcher, r: PartialMatch): void {
  const memory = m.wantedTagAwaitingDocTags.get((r.fact as ListItem<Doc, string>).item);
  if (memory === undefined) return;
  for (let l = memory.newest, older; l !== null; l = older) {
    older = l.older;
    driveWantedTagDocTags(m, l, r);
  }
}

function leftWantedTagDocTags(m: RulesetMatcher, l: PartialMatch): void {
  if (m.retracting && dying(l)) return;
  for (let r = m.wantedTagDocTagsMatches.get((l.fact as Wanted).tag)?.oldest ?? null, newer; r !== null; r = newer) {
    newer = r.newer;
    if (m.retracting && dying(r)) continue;
    driveWantedTagDocTags(m, l, r);
  }
}

const WANTED_TAG = rule("MAIN::wanted-tag", "ruleset.yaml:11:5", {
  action: "allow", rank: 4, reasonOf: (match: PartialMatch): string => boundedText((match.fact as ListItem<Doc, string>).item + " of " + listText((match.fact as ListItem<Doc, string>).of.tags, "SYMBOL")), removable: true,
});

// --- rule MAIN::pairs, ruleset.yaml:24:5

function drivePairsDocTagsSizes(m: RulesetMatcher, l: PartialMatch | null, r: PartialMatch | null): void {
  if (!m.agendaOfMAIN.isClosed) m.agendaOfMAIN.activate(0, PAIRS, derivedMatch(r!.fact, l, r, m.log));
}

function rightPairsDocTagsSizes(m: RulesetMatcher, r: PartialMatch): void {
  drivePairsDocTagsSizes(m, null, r);
}

function blockedRemovablePairsWanted(m: RulesetMatcher, l: PartialMatch): boolean {
  const facts = m.factsOfWanted, memory = m.pairsWanted;
  if (facts.stored > 0) {
    const places = memory.places(0, memberKeys((l.fact as ListItem<ListItem<Doc, string>, number>).of.of.tags));
    for (let i = 0, end = places === null ? memory.count : places.length; i < end; i++) { const f = memory.at(places === null ? i : places[i]!); if ((truthy(memberPosition(new SymbolValue(f.tag), (l.fact as ListItem<ListItem<Doc, string>, number>).of.of.tags)))) return true; }
  }
  for (let i = facts.stored; i < facts.count; i++) {
    const f = facts.items[i]!;
    if ((f.sets0 & 1) !== 0 && !f.gone) {
      if ((truthy(memberPosition(new SymbolValue(f.tag), (l.fact as ListItem<ListItem<Doc, string>, number>).of.of.tags)))) return true;
    }
  }
  return false;
}

function firePairs(m: RulesetMatcher, match: PartialMatch): void {
  const dFact = (match.fact as ListItem<ListItem<Doc, string>, number>).of.of;
  m.retractFact(dFact);
}

const PAIRS = rule("MAIN::pairs", "ruleset.yaml:24:5", {
  action: "deny", fire: firePairs, rank: 0, reasonOf: (match: PartialMatch): string => boundedText((match.fact as ListItem<ListItem<Doc, string>, number>).of.item + " " + floatText((match.fact as ListItem<ListItem<Doc, string>, number>).item)), removable: true, blocked: (m: RulesetMatcher, match: PartialMatch) => blockedRemovablePairsWanted(m, match),
});

function matchPairsDocTagsSizes(m: RulesetMatcher, f: ListItem<ListItem<Doc, string>, number>): void {
  if ((!(f.item <= 1))) {
    {
      const match = f.matches = alphaMatch(f, f.matches, m.log);
      rightPairsDocTagsSizes(m, match);
    }
  }
}

function matchWantedTagDocTags(m: RulesetMatcher, f: ListItem<Doc, string>): void {
  for (let i = f.of.sizes.length - 1; i >= 0; i--) matchPairsDocTagsSizes(m, new ListItem(f, floatItem(f.of.sizes[i]!), i));
  if ((truthy(memberPosition(SYMBOL, f.of.tags)))) {
    if ((m.reachableTemplates & 2) !== 0 || m.wantedTagAwaitingDocTags.filled > 0) {
      const match = f.matches = alphaMatch(f, f.matches, m.log);
      if ((m.reachableTemplates & 2) !== 0) m.wantedTagDocTagsMatches.add(f.item, match, m.log);
      if (m.wantedTagAwaitingDocTags.filled > 0) rightWantedTagDocTags(m, match);
    }
  }
}

// Every pattern and join, for an engine whose facts come and go between evaluations.
function buildFullNetwork(m: RulesetMatcher, n: FullNetwork): void {
  const n0 = n.root("wanted");
  const n1 = n.node(n0, null);
  const n2 = n.root("doc");
  const n3 = n.each(n2, (f: Doc) => f.tags.map((_, i) => new ListItem(f, symbolItem(f.tags[i]!), i)).reverse());
  const n4 = n.node(n3, (m: RulesetMatcher, f: ListItem<Doc, string>) => (truthy(memberPosition(SYMBOL, f.of.tags))), (f: ListItem<Doc, string>) => f.item);
  const n5 = n.node(n3, null);
  const n6 = n.each(n5, (f: ListItem<Doc, string>) => f.of.sizes.map((_, i) => new ListItem(f, floatItem(f.of.sizes[i]!), i)).reverse());
  const n7 = n.node(n6, (m: RulesetMatcher, f: ListItem<ListItem<Doc, string>, number>) => (!(f.item <= 1)));
  const n8 = n.node(n7, null);
  const j0 = n.join(null, n1, { mode: "positive" });
  const j1 = n.join(j0, n4, { mode: "positive", key: (l: PartialMatch) => (l.fact as Wanted).tag, rightKey: (r: PartialMatch) => (r.fact as ListItem<Doc, string>).item });
  n.fire(j1, WANTED_TAG, m.agendaOfMAIN, 0, [0, 1]);
  const j3 = n.join(null, n8, { mode: "positive" });
  const j4 = n.join(j3, n1, { mode: "negated", test: (m: RulesetMatcher, l: PartialMatch, r: PartialMatch) => (truthy(memberPosition(new SymbolValue((r.fact as Wanted).tag), (l.fact as ListItem<ListItem<Doc, string>, number>).of.of.tags))), members: [(l: PartialMatch) => memberKeys((l.fact as ListItem<ListItem<Doc, string>, number>).of.of.tags), (r: PartialMatch) => [(r.fact as Wanted).tag]] });
  n.fire(j4, PAIRS, m.agendaOfMAIN, 0, [0]);
  n.prime();
}
