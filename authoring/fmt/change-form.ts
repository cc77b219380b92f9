/**
 * A ruleset in the long or the short form. What comes out has the constructs that went in, byte for byte up to names of
 * variables; a half that has no such short form stays as it is.
 */
import { isMap, type Document, type Node, type Scalar, type YAMLMap } from 'yaml';
import type { Source } from '../../compiler/diagnostics/position.ts';
import type { Diagnostic } from '../../compiler/diagnostics/report.ts';
import { readVocabulary } from '../../compiler/lower/vocabulary.ts';
import { constructsOf, differing, type Constructs } from './constructs.ts';
import { formatSource, layoutText, parseLayout } from './format-source.ts';
import { hiddenDocument } from './long/hidden-document.ts';
import { makeLong } from './long/long-document.ts';
import { findPair, hasComments } from './nodes.ts';
import { eachRule, isOwn, rulePlaces } from './rule-nodes.ts';
import { placeOf, readForms, type Forms, type Place } from './read-forms.ts';
import { makeShort, type Plan } from './short/short-document.ts';
import { raisedDocument } from './short/raised-document.ts';
import {
  isOfDocument,
  shortHalves,
  type KeptHalves,
  type RaisedDocument,
  type ShortHalves,
} from './short/halves.ts';

type ChangedForm =
  | { readonly kind: 'changed'; readonly sources: readonly Source[] }
  /** The ruleset is invalid. */
  | {
      readonly kind: 'broken';
      readonly diagnostics: readonly Diagnostic[];
      readonly sources: readonly Source[];
    }
  /** The result would not have the same constructs. */
  | { readonly kind: 'kept' };

/** More rounds than this were never needed: each rule has at most five choices. */
const MOST_ROUNDS = 12;

const laidOut = (sources: readonly Source[]): readonly Source[] =>
  sources.map((source) => {
    if (!isOwn(source)) return source;
    const formatted = formatSource(source);
    return formatted.kind === 'formatted' ? { ...source, text: formatted.text } : source;
  });

interface Started {
  readonly ok: true;
  readonly sources: readonly Source[];
  readonly forms: Forms;
  readonly before: Constructs;
}

type Start = Started | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/** `known`: the constructs of sources that are laid out already. */
function start(given: readonly Source[], known: Constructs | null = null): Start {
  const sources = known === null ? laidOut(given) : given;
  const read = readForms(sources);
  if (!read.ok) return read;
  const before = known ?? constructsOf(sources);
  return before.byName.size === 0
    ? { ok: false, diagnostics: before.diagnostics }
    : { ok: true, sources, forms: read.forms, before };
}

/** Replaces every short part by what it is lowered to. */
export function longForm(given: readonly Source[]): ChangedForm {
  const started = start(given);
  return started.ok ? longOf(started) : { kind: 'broken', diagnostics: started.diagnostics, sources: given };
}

function longOf({ sources, forms, before }: Started): ChangedForm {
  const hidden = hiddenDocument(forms);
  const changed = laidOut(
    sources.map((source) =>
      edit(
        source,
        (document) => {
          makeLong(document, source.path, forms);
        },
        hidden?.file === source.path ? hidden.contents : null,
      ),
    ),
  );
  return differing(before, constructsOf(changed)).size === 0
    ? { kind: 'changed', sources: changed }
    : { kind: 'kept' };
}

function edit(
  source: Source,
  change: (document: Document) => void,
  first: YAMLMap<Scalar, Node> | null = null,
): Source {
  if (!isOwn(source)) return source;
  const documents: Document[] = [...parseLayout(source.text)];
  for (const document of documents) change(document);
  if (first !== null) {
    // A document of the same schema, in which no text is quoted that says `true`.
    const [added] = parseLayout('templates: []\n') as Document[];
    if (added !== undefined) {
      added.contents = first as unknown as typeof added.contents;
      documents.unshift(added);
    }
  }
  const left = documents.filter((document) => !isEmptied(document));
  const [head] = left;
  // The line between two documents goes with the one before it.
  if (head?.directives && head !== documents[0]) head.directives.docStart = null;
  return { ...source, text: left.length === 0 ? source.text : layoutText(left) };
}

/** A document of a declaration that went elsewhere. */
const isEmptied = ({ contents, commentBefore, comment }: Document): boolean =>
  isMap(contents) && contents.items.length === 0 && !contents.flow && !commentBefore && !comment;

/** Writes what has a short form in it. */
export function shortForm(given: readonly Source[]): ChangedForm {
  const started = start(given);
  if (!started.ok) return { kind: 'broken', diagnostics: started.diagnostics, sources: given };
  const document = raisedDocument(started.forms.written);
  // The rules over a document become short together: a long one would name templates that are not written anywhere.
  const changed = (document && shortWith(started, document)) ?? shortWith(started, null);
  return changed === null ? { kind: 'kept' } : { kind: 'changed', sources: changed };
}

/** `null`: no choice keeps the constructs. */
function shortWith(started: Started, document: RaisedDocument | null): readonly Source[] | null {
  let excluded: ReadonlySet<string> = new Set();
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const settled = settle(started, excluded, document);
    if (settled === null) return null;
    const unsteady = unsteadyRules(settled, document !== null);
    if (unsteady.size === 0) return laidOut(settled.sources);
    excluded = new Set([...excluded, ...unsteady]);
  }
  return null;
}

interface Settled {
  readonly sources: readonly Source[];
  readonly choices: ReadonlyMap<Place, Choices>;
  readonly chosen: ReadonlyMap<Place, number>;
}

/** Rules that would be written in another way when what they are lowered to is raised again. */
function unsteadyRules({ sources, choices, chosen }: Settled, isRaised: boolean): ReadonlySet<string> {
  const read = readForms(sources);
  if (!read.ok) return new Set();
  const { written } = read.forms;
  const { templates, inputs } = isRaised ? read.forms.lowered : written;
  const vocabulary = readVocabulary({ ...written, templates, inputs });
  const document = isRaised ? raisedDocument({ ...written, templates, inputs }) : null;
  const lowered = new Map(
    [...read.forms.rules.values()].map((rule) => [rule.lowered.name.value, rule.lowered]),
  );
  const unsteady = new Set<string>();
  for (const [place, { name, halves, kept }] of choices) {
    const index = chosen.get(place) ?? 0;
    const choice = halves[index];
    const rule = lowered.get(name);
    if (choice === undefined || rule === undefined) continue;
    const failed = new Set(halves.slice(0, index).map(shown));
    const again = shortHalves({ form: 'long', rule }, kept, vocabulary, document).map(shown);
    if (again.find((text) => !failed.has(text)) !== shown(choice)) unsteady.add(name);
  }
  return unsteady;
}

/** The written part of a choice, for comparison. */
const shown = ({ left, right, inDoubt }: ShortHalves): string =>
  JSON.stringify([
    inDoubt,
    left && [left.for, left.let, left.if.map((group) => group.map(({ text }) => text))],
    right?.map(([key, value]) => [key, value instanceof Map ? [...value] : value]) ?? null,
  ]);

/** The short form with the first choice of each rule that keeps its constructs; null if there is none. */
function settle(
  { sources, forms, before }: Started,
  excluded: ReadonlySet<string>,
  document: RaisedDocument | null,
): Settled | null {
  const choices = choicesOf(sources, forms, excluded, document);
  const chosen = new Map<Place, number>([...choices.keys()].map((place) => [place, 0]));
  const warned = new Set(before.diagnostics.map(({ code, message }) => `${code} ${message}`));
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const mustBeShort = [...choices].filter(([, { isWhole }]) => isWhole);
    if (mustBeShort.some(([place, { halves }]) => halves[chosen.get(place) ?? 0] === undefined)) return null;
    const plan: Plan = new Map(
      [...choices].flatMap(([place, { halves }]) => {
        const choice = halves[chosen.get(place) ?? 0];
        return choice === undefined ? [] : [[place, choice] as const];
      }),
    );
    const changed = sources.map((source) =>
      edit(source, (contents) => {
        makeShort(contents, source.path, forms, plan, document);
      }),
    );
    const after = constructsOf(changed);
    const wrong = wrongRules(changed, before, after, warned, document !== null);
    if (wrong.size === 0) return { sources: changed, choices, chosen };
    let moved = false;
    for (const [place, { name }] of choices) {
      if (!wrong.has(name) || !plan.has(place)) continue;
      chosen.set(place, (chosen.get(place) ?? 0) + 1);
      moved = true;
    }
    if (!moved) return null;
  }
  return null;
}

const DOCUMENT_WARNINGS: ReadonlySet<string> = new Set([
  'short-any-item',
  'short-vacuous',
  'short-shell-members',
  'short-shell-starts',
]);

/** Rules of which something is wrong: an error, a warning that was not there, or other constructs. */
function wrongRules(
  changed: readonly Source[],
  before: Constructs,
  after: Constructs,
  warned: ReadonlySet<string>,
  isRaised: boolean,
): ReadonlySet<string> {
  // Rules over a document have warnings that their long form cannot have.
  const isNew = (code: string, message: string): boolean =>
    !warned.has(`${code} ${message}`) && !(isRaised && DOCUMENT_WARNINGS.has(code));
  const news = after.diagnostics.filter(({ code, message, severity }) =>
    after.byName.size === 0 ? severity === 'error' : isNew(code, message),
  );
  if (news.length > 0) {
    const places = rulePlaces(changed);
    return new Set(
      news.map(
        ({ at }) =>
          places.find(({ file, from, to }) => file === at.file && from <= at.start && at.start < to)?.name ??
          '',
      ),
    );
  }
  return differing(before, after);
}

interface Choices {
  readonly name: string;
  readonly halves: readonly ShortHalves[];
  readonly kept: KeptHalves;
  /** The rule must be short. */
  readonly isWhole: boolean;
}

function choicesOf(
  sources: readonly Source[],
  forms: Forms,
  excluded: ReadonlySet<string>,
  raised: RaisedDocument | null,
): ReadonlyMap<Place, Choices> {
  const choices = new Map<Place, Choices>();
  for (const { path, text } of sources.filter(isOwn))
    for (const document of parseLayout(text))
      for (const { name, start: offset, body } of eachRule(document)) {
        const place = placeOf(path, offset);
        const rule = forms.rules.get(place);
        if (rule === undefined) continue;
        const isWhole = raised !== null && isOfDocument(rule.written, raised);
        if (excluded.has(name) && !isWhole) continue;
        const kept = { left: isKept(body, ['when']), right: isKept(body, ['then', 'metadata']) };
        const halves = excluded.has(name) ? [] : shortHalves(rule.written, kept, forms.vocabulary, raised);
        choices.set(place, { name, kept, halves, isWhole });
      }
  return choices;
}

/** Comments in a half keep it as it is. */
const isKept = (body: YAMLMap, keys: readonly string[]): boolean =>
  keys.some((key) => {
    const pair = findPair(body, key);
    return pair?.value ? hasComments(pair.value) : false;
  });
