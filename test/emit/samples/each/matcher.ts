// --- pattern network

// Patterns are visited in the order in which CLIPS visits its pattern network.
function matchDoc(m: RulesetMatcher, f: Doc): void {
  for (let i = f.tags.length - 1; i >= 0; i--) matchWantedTagDocTags(m, new ListItem(f, symbolItem(f.tags[i]!), i));
}

// Patterns are visited in the order in which CLIPS visits its pattern network.
function matchWanted(m: RulesetMatcher, f: Wanted): void {
  {
    const match = alphaMatch(f, m.log);
    m.wantedTagWantedMatches.add(match, m.log);
    if (!m.deferredPairs.defer(m, ENTER_PAIRS_WANTED, match)) rightPairsWanted(m, match);
    if (!m.deferredWantedTag.defer(m, ENTER_WANTED_TAG_WANTED, match)) rightWantedTagWanted(m, match);
  }
}


// --- joins

function matchPairsDocTagsSizes(m: RulesetMatcher, f: ListItem<ListItem<Doc, string>, number>): void {
  if ((!(f.item <= 1))) {
    {
      const match = alphaMatch(f, m.log);
      if (!m.deferredPairs.defer(m, ENTER_PAIRS_DOC_TAGS_SIZES, match)) rightPairsDocTagsSizes(m, match);
    }
  }
}

function matchWantedTagDocTags(m: RulesetMatcher, f: ListItem<Doc, string>): void {
  for (let i = f.of.sizes.length - 1; i >= 0; i--) matchPairsDocTagsSizes(m, new ListItem(f, floatItem(f.of.sizes[i]!), i));
  if ((truthy(memberPosition(SYMBOL, f.of.tags)))) {
    {
      const match = alphaMatch(f, m.log);
      m.wantedTagDocTagsMatches.add(f.item, match, m.log);
      if (!m.deferredWantedTag.defer(m, ENTER_WANTED_TAG_DOC_TAGS, match)) rightWantedTagDocTags(m, match);
    }
  }
}

// MAIN::wanted-tag, wanted: a new match of the patterns before
function driveWantedTagWanted(m: RulesetMatcher, l: PartialMatch | null, r: PartialMatch | null): void {
  {
    const match = derivedMatch(r!.fact, l, r, m.log);
    m.wantedTagAwaitingDocTags.add((match.fact as Wanted).tag, match, m.log);
    leftWantedTagDocTags(m, match);
  }
}

// MAIN::wanted-tag, wanted: a new fact
function rightWantedTagWanted(m: RulesetMatcher, r: PartialMatch): void {
  driveWantedTagWanted(m, null, r);
}

// MAIN::wanted-tag: what follows, to be found one by one
function expandWantedTagWanted(m: RulesetMatcher, r: PartialMatch, step: DeferredStep): void {
  step.push(expandWantedTagDocTags, looseMatch(r.fact, null, m.log));
}

const ENTER_WANTED_TAG_WANTED: DeferredEntry = {
  right: rightWantedTagWanted,
  expand: expandWantedTagWanted,
  meets: null,
};

// MAIN::wanted-tag, doc[tags]: a new match of the patterns before
function driveWantedTagDocTags(m: RulesetMatcher, l: PartialMatch | null, r: PartialMatch | null): void {
  m.deferredWantedTag.activate(WANTED_TAG, derivedMatch(r!.fact, l, r, m.log));
}

// MAIN::wanted-tag, doc[tags]: a new fact
function rightWantedTagDocTags(m: RulesetMatcher, r: PartialMatch): void {
  const memory = m.wantedTagAwaitingDocTags.get((r.fact as ListItem<Doc, string>).item);
  if (memory === undefined) return;
  for (let l = memory.newest, older; l !== null; l = older) {
    older = l.older;
    driveWantedTagDocTags(m, l, r);
  }
}

// MAIN::wanted-tag, doc[tags]: a new match of the patterns before
function leftWantedTagDocTags(m: RulesetMatcher, l: PartialMatch): void {
  if (m.retracting && dying(l)) return;
  for (let r = m.wantedTagDocTagsMatches.get((l.fact as Wanted).tag)?.oldest ?? null, newer; r !== null && r.serial <= m.deferredWantedTag.bound; r = newer) {
    newer = r.newer;
    if (m.retracting && dying(r)) continue;
    driveWantedTagDocTags(m, l, r);
  }
}

// MAIN::wanted-tag: what follows, to be found one by one
function expandWantedTagDocTags(m: RulesetMatcher, l: PartialMatch, step: DeferredStep): void {
  const { bound } = step;
  for (let r = m.wantedTagDocTagsMatches.get((l.fact as Wanted).tag)?.oldest ?? null; r !== null && r.serial <= bound; r = r.newer) {
    step.push(WANTED_TAG, looseMatch(r.fact, l, m.log));
  }
}

const ENTER_WANTED_TAG_DOC_TAGS: DeferredEntry = {
  right: rightWantedTagDocTags,
  expand: null,
  meets: null,
};

// MAIN::pairs, doc[tags][sizes]: a new match of the patterns before
function drivePairsDocTagsSizes(m: RulesetMatcher, l: PartialMatch | null, r: PartialMatch | null): void {
  {
    const match = blockableMatch(JOIN_PAIRS_WANTED, r!.fact, l, r, m.log);
    m.pairsAwaitingWanted.add(match, m.log);
    leftPairsWanted(m, match);
  }
}

// MAIN::pairs, doc[tags][sizes]: a new fact
function rightPairsDocTagsSizes(m: RulesetMatcher, r: PartialMatch): void {
  drivePairsDocTagsSizes(m, null, r);
}

// MAIN::pairs: what follows, to be found one by one
function expandPairsDocTagsSizes(m: RulesetMatcher, r: PartialMatch, step: DeferredStep): void {
  step.push(expandPairsWanted, looseMatch(r.fact, null, m.log));
}

const ENTER_PAIRS_DOC_TAGS_SIZES: DeferredEntry = {
  right: rightPairsDocTagsSizes,
  expand: expandPairsDocTagsSizes,
  meets: null,
};

function testPairsWanted(m: RulesetMatcher, l: PartialMatch, r: PartialMatch): boolean {
  return (truthy(memberPosition(new SymbolValue((r.fact as Wanted).tag), (l.fact as ListItem<ListItem<Doc, string>, number>).of.of.tags)));
}

// MAIN::pairs, wanted: a new match of the patterns before
function drivePairsWanted(m: RulesetMatcher, l: PartialMatch | null, r: PartialMatch | null): void {
  m.deferredPairs.activate(PAIRS, derivedMatch(null, l, r, m.log));
}

// MAIN::pairs, wanted: a new fact
function rightPairsWanted(m: RulesetMatcher, r: PartialMatch): void {
  for (const l of m.pairsAwaitingWanted.newestFirst(0, [(r.fact as Wanted).tag])) {
    if (l.marker !== null) continue;
    if (testPairsWanted(m, l, r)) {
      block(l, r, m.log);
      removeChildren(l, m);
    }
  }
}

// MAIN::pairs, wanted: a new match of the patterns before
function leftPairsWanted(m: RulesetMatcher, l: PartialMatch): void {
  if (m.retracting && dying(l)) return;
  for (const r of m.wantedTagWantedMatches.oldestFirst(0, memberKeys((l.fact as ListItem<ListItem<Doc, string>, number>).of.of.tags))) {
    if (!(r.serial <= m.deferredPairs.bound)) break;
    if (m.retracting && dying(r)) continue;
    if (testPairsWanted(m, l, r)) {
      block(l, r, m.log);
      return;
    }
  }
  drivePairsWanted(m, l, null);
}

// MAIN::pairs: a match that is set free again
const JOIN_PAIRS_WANTED: RemovableJoin = {
  first: false,
  exists: false,
  test: testPairsWanted,
  candidates: (m: RulesetMatcher, l: PartialMatch) => m.wantedTagWantedMatches.oldestFirst(0, memberKeys((l.fact as ListItem<ListItem<Doc, string>, number>).of.of.tags)),
  secondary: null,
  drive: (m: RulesetMatcher, l: PartialMatch) => drivePairsWanted(m, l, null),
};

// MAIN::pairs: what follows, to be found one by one
function expandPairsWanted(m: RulesetMatcher, l: PartialMatch, step: DeferredStep): void {
  for (const r of m.wantedTagWantedMatches.oldestFirst(0, memberKeys((l.fact as ListItem<ListItem<Doc, string>, number>).of.of.tags))) {
    if ((truthy(memberPosition(new SymbolValue((r.fact as Wanted).tag), (l.fact as ListItem<ListItem<Doc, string>, number>).of.of.tags)))) return;
  }
  step.push(PAIRS, looseMatch(null, l, m.log));
}

const ENTER_PAIRS_WANTED: DeferredEntry = {
  right: rightPairsWanted,
  expand: null,
  meets: (m: RulesetMatcher, r: PartialMatch) => m.pairsAwaitingWanted.newestFirst(0, [(r.fact as Wanted).tag]).length > 0,
};
