import type { Document } from '../documents/document.ts';
import { folderOf, joinPath, nameOf } from '../documents/uri.ts';
import { signalsOf } from './signals.ts';

/** Which files are a ruleset, by what the command line would take as PATH. */
export interface Layout {
  /** The file or folder that is the ruleset of a file; `null` for a file that belongs to none. */
  readonly rootOf: (document: Document) => string | null;
  /** The ruleset that a suite tests. */
  readonly testedBy: (suite: Document) => string | null;
  readonly suites: readonly Document[];
}

/** Folders that usually hold one kind of element each, inside the folder of their ruleset. */
export const KIND_FOLDERS: ReadonlySet<string> = new Set([
  'rules',
  'templates',
  'modules',
  'functions',
  'hierarchies',
  'tables',
  'relations',
  'constants',
]);
const SUITE = /\.test(\.ya?ml)$/i;

/** @param folders those of the workspace; nothing above them is looked at */
export function createLayout(documents: ReadonlyMap<string, Document>, folders: readonly string[]): Layout {
  const all = [...documents.values()];
  const suites = all.filter(({ kind }) => kind === 'suite');
  const tested = new Map(suites.map((suite) => [suite, rulesetOfSuite(suite, documents)]));
  const named = new Set(
    suites.flatMap((suite) => (signalsOf(suite).ruleset === null ? [] : (tested.get(suite) ?? []))),
  );
  const withSuites = new Set(tested.values());
  const partial = new Set(
    all.flatMap((document) => {
      const { isRuleset, isWhole } = signalsOf(document);
      return document.kind === 'ruleset' && isRuleset && !isWhole ? (folderOf(document.key) ?? []) : [];
    }),
  );
  const isAbove = (folder: string): boolean => folders.some((root) => root.startsWith(`${folder}/`));
  const foldersAround = (key: string): readonly string[] => {
    const around: string[] = [];
    for (let folder = folderOf(key); folder !== null && !isAbove(folder); folder = folderOf(folder))
      around.push(folder);
    return around;
  };
  const rootOf = (document: Document): string | null => {
    const { key, kind } = document;
    if (kind === 'suite') return tested.get(document) ?? null;
    if (kind !== 'ruleset') return null;
    if (named.has(key) || withSuites.has(key)) return key;
    const around = foldersAround(key);
    const [own] = around;
    if (own === undefined) return key;
    const found = around.find((folder) => named.has(folder) || withSuites.has(folder));
    if (found !== undefined) return found;
    const parted = around.findIndex((folder) => KIND_FOLDERS.has(nameOf(folder)));
    const parent = parted === -1 ? undefined : around[parted + 1];
    if (parent !== undefined) return parent;
    // A file that lacks something is completed by those beside it.
    return partial.has(own) ? own : key;
  };
  return { rootOf, testedBy: (suite) => tested.get(suite) ?? null, suites };
}

/** The ruleset that a suite names, otherwise the file beside it, otherwise its folder. */
function rulesetOfSuite(suite: Document, documents: ReadonlyMap<string, Document>): string | null {
  const folder = folderOf(suite.key);
  if (folder === null) return null;
  const { ruleset } = signalsOf(suite);
  if (ruleset !== null) return joinPath(folder, ruleset);
  const beside = ['.yaml', '.yml'].map((ending) => suite.key.replace(SUITE, ending));
  return beside.find((key) => key !== suite.key && documents.has(key)) ?? folder;
}
