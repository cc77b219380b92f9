import type { Source } from '../../../compiler/diagnostics/position.ts';
import type { ReportOptions } from '../../../compiler/diagnostics/report.ts';
import { isDataFile } from '../../../compiler/read/data-file-names.ts';
import { importedPath } from '../../../compiler/read/imports.ts';
import { createDocument, type Document } from '../documents/document.ts';
import { folderOf, joinPath, keyOf, nameOf, relativePath } from '../documents/uri.ts';
import type { PositionEncoding } from '../protocol/types.ts';
import { analyse, type Analysis, type Member } from './analysis.ts';
import { createLayout, type Layout } from './layout.ts';
import type { FileReading } from './read-file.ts';
import { createReadings, isSame, type Readings } from './readings.ts';
import type { Settings } from './settings.ts';
import { signalsOf } from './signals.ts';

/** A ruleset of the workspace: what the command line would take as PATH. */
export interface RulesetOfDocument {
  /** The file or folder. */
  readonly key: string;
  readonly name: string;
  readonly analysis: Analysis;
  /** Those that test it. */
  readonly suites: readonly Document[];
}

/** All documents at one moment. Every response follows from them and the settings alone. */
export interface Workspace {
  readonly encoding: PositionEncoding;
  readonly settings: Settings;
  /** Address of the page on diagnostics. */
  readonly page: string;
  /** Open documents, and the files that are not open, by their keys. */
  readonly documents: ReadonlyMap<string, Document>;
  readonly find: (uri: string) => Document | null;
  /** The ruleset that a file of rules or a suite belongs to. */
  readonly rulesetOf: (document: Document) => RulesetOfDocument | null;
  /** Every ruleset that has a document of its own, each once, in the order of their keys. */
  readonly rulesets: () => readonly RulesetOfDocument[];
  /** The workspace with other texts, by the keys of their documents. */
  readonly withTexts: (texts: ReadonlyMap<string, string>) => Workspace;
}

/** Readings and analyses of moments before, taken again where nothing changed that they depend on. */
interface Kept {
  readonly readings: Readings;
  readonly rulesets: Map<
    string,
    { readonly basis: readonly Document[]; readonly how: string; readonly ruleset: RulesetOfDocument }
  >;
}

export function createKept(): Kept {
  return { readings: createReadings(), rulesets: new Map() };
}

interface WorkspaceParts {
  readonly documents: ReadonlyMap<string, Document>;
  readonly folders: readonly string[];
  readonly settings: Settings;
  readonly encoding: PositionEncoding;
  readonly kept: Kept;
  readonly page: string;
}

export function createWorkspace(parts: WorkspaceParts): Workspace {
  const { documents, folders, settings, encoding, kept } = parts;
  let layout: Layout | null = null;
  const made = new Map<string, RulesetOfDocument>();
  const laidOut = (): Layout => (layout ??= createLayout(documents, folders));
  const rulesetAt = (root: string): RulesetOfDocument => {
    let ruleset = made.get(root);
    if (ruleset === undefined) made.set(root, (ruleset = findRuleset(root, laidOut(), parts)));
    return ruleset;
  };
  const rulesetOf = (document: Document): RulesetOfDocument | null => {
    const root = laidOut().rootOf(document);
    return root === null ? null : rulesetAt(root);
  };
  return {
    encoding,
    settings,
    page: parts.page,
    documents,
    find: (uri) => documents.get(keyOf(uri)) ?? null,
    rulesetOf,
    rulesets() {
      const all = [...documents.values()].filter(isServed);
      const roots = new Set(all.flatMap((document) => laidOut().rootOf(document) ?? []));
      return [...roots].sort().map(rulesetAt);
    },
    withTexts(texts) {
      const changed = [...documents].map(([key, document]): [string, Document] => {
        const text = texts.get(key);
        return [key, text === undefined ? document : createDocument({ ...document, text }, encoding)];
      });
      // Readings follow from their documents; rulesets of other texts stay out of those that are kept.
      const others = { readings: kept.readings.fork(), rulesets: new Map(kept.rulesets) };
      return createWorkspace({ ...parts, documents: new Map(changed), kept: others });
    },
  };
}

/** True for a document that is checked: an open one may become a ruleset, a file is one already. */
export function isServed(document: Document): boolean {
  if (document.kind === 'suite') return true;
  if (document.kind !== 'ruleset') return false;
  return signalsOf(document).isRuleset || document.key.startsWith('untitled:');
}

function findRuleset(root: string, layout: Layout, parts: WorkspaceParts): RulesetOfDocument {
  const { documents, settings, kept } = parts;
  const isFile = documents.get(root)?.kind === 'ruleset';
  const folder = isFile ? folderOf(root) : root;
  const options: ReportOptions = { lenient: settings.lenient, strict: settings.strict };
  const data = [...documents.values()].filter(
    ({ key, kind }) => isDataKind(kind) && isReachable(root, key, parts),
  );
  const files = new Map<string, Source>();
  for (const { key, text } of data) {
    const path = folder === null ? null : relativePath(folder, key);
    if (path !== null && isDataFile(path)) files.set(path, { path, text });
  }
  const readings = new Map<Document, FileReading>();
  const members: Member[] = [];
  const add = (document: Document): void => {
    if (readings.has(document)) return;
    const path = folder === null ? nameOf(document.key) : relativePath(folder, document.key);
    if (path === null) return;
    members.push({ path, document });
    const reading = kept.readings.read(document, { path, files, data, options });
    readings.set(document, reading);
    for (const { value } of reading.written.imports) {
      const imported = importedPath(path, value);
      const key = imported === null || folder === null ? null : joinPath(folder, imported);
      if (key === null) continue;
      for (const other of documents.values())
        if (
          (other.key === key || isBelow(key, other)) &&
          other.kind === 'ruleset' &&
          isReachable(root, other.key, parts)
        )
          add(other);
    }
  };
  if (isFile) {
    const document = documents.get(root);
    if (document !== undefined) add(document);
  } else
    for (const document of documents.values())
      if (document.kind === 'ruleset' && isBelow(root, document)) add(document);
  const suites = layout.suites.filter((suite) => layout.testedBy(suite) === root);
  const sorted = members.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  const basis = [...sorted.map(({ document }) => document), ...data, ...suites];
  const how = JSON.stringify(options);
  const before = kept.rulesets.get(root);
  const isRead = (ruleset: RulesetOfDocument): boolean =>
    sorted.every(({ document }) => ruleset.analysis.readings.get(document) === readings.get(document));
  if (before?.how === how && isSame(before.basis, basis) && isRead(before.ruleset)) return before.ruleset;
  const sources = [...sorted.map(({ path, document }) => ({ path, text: document.text })), ...files.values()];
  const others = data.flatMap((document) => {
    const path = folder === null ? null : relativePath(folder, document.key);
    return path === null ? [] : [{ path, document }];
  });
  const name = nameOf(root).replace(/\.ya?ml$/, '');
  const analysis = analyse(name, [...sorted, ...others], readings, sources, options);
  const ruleset = { key: root, name, analysis, suites };
  kept.rulesets.set(root, { basis, how, ruleset });
  return ruleset;
}

const isDataKind = (kind: Document['kind']): boolean => kind === 'rows' || kind === 'data';

/** In a folder or deeper, and not hidden there. */
function isBelow(folder: string, { key }: Document): boolean {
  return key.startsWith(`${folder}/`) && !/\/\./.test(key.slice(folder.length));
}

/** Nothing leaves the folder of the workspace that the ruleset is in. */
function isReachable(root: string, key: string, { folders }: WorkspaceParts): boolean {
  const own = folders.filter((folder) => root === folder || root.startsWith(`${folder}/`));
  if (own.length === 0) {
    const beside = folderOf(root);
    return key.startsWith(`${root}/`) || (beside !== null && key.startsWith(`${beside}/`));
  }
  return own.some((folder) => key.startsWith(`${folder}/`));
}
