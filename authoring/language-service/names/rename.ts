import {
  INVALID_PARAMS,
  REQUEST_FAILED,
  RequestError,
  type PositionParams,
  type Range,
  type TextEdit,
  type WorkspaceEdit,
} from '../protocol/types.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { everywhere, nameAt, type NameAt } from './find.ts';
import type { Occurrence } from './name-index.ts';

interface RenameParams extends PositionParams {
  readonly newName: string;
}

/** The form of names in the language. */
const NAME = /^[A-Za-z_][\w-]*$/;
/** Words that mean something where a name could be. */
const RESERVED = new Set([
  'input',
  'const',
  'now',
  'and',
  'or',
  'not',
  'in',
  'true',
  'false',
  'null',
  'if',
  'token',
  'MAIN',
  'test',
  'exists',
  'forall',
  'logical',
  'declare',
  'object',
]);

export function prepareRename(
  workspace: Workspace,
  params: PositionParams,
): { readonly range: Range; readonly placeholder: string } | null {
  const name = nameAt(workspace, params);
  if (name === null) return null;
  refuseFixed(name);
  const { document, start, end, name: placeholder } = name.occurrence;
  return { range: document.lines.rangeOf(start, end), placeholder };
}

export function rename(
  workspace: Workspace,
  params: RenameParams,
  client: { readonly documentChanges: boolean },
): WorkspaceEdit | null {
  const { newName } = params;
  if (typeof newName !== 'string') throw new RequestError(INVALID_PARAMS, 'newName is not a text');
  const name = nameAt(workspace, params);
  if (name === null) return null;
  refuseFixed(name);
  if (newName === name.occurrence.name) return { documentChanges: [] };
  const found = everywhere(workspace, name);
  refuseTaken(name, newName);
  const edits = new Map<Occurrence['document'], TextEdit[]>();
  for (const { document, start, end } of found) {
    const own = edits.get(document) ?? [];
    edits.set(document, own);
    own.push({ range: document.lines.rangeOf(start, end), newText: newName });
  }
  const all = [...edits];
  checkMeaning(workspace, name, found, newName);
  if (!client.documentChanges)
    return { changes: Object.fromEntries(all.map(([{ uri }, changes]) => [uri, changes])) };
  return {
    documentChanges: all.map(([{ uri, version }, changes]) => ({
      textDocument: { uri, version },
      edits: changes,
    })),
  };
}

/** Refuses a rename after which the ruleset has other errors, or other places have the name. */
function checkMeaning(
  workspace: Workspace,
  { occurrence: { document, start } }: NameAt,
  found: readonly Occurrence[],
  newName: string,
): void {
  const texts = new Map<string, string>();
  for (const one of [...found].sort((a, b) => b.start - a.start)) {
    const text = texts.get(one.document.key) ?? one.document.text;
    texts.set(one.document.key, text.slice(0, one.start) + newName + text.slice(one.end));
  }
  const renamed = workspace.withTexts(texts);
  const before = errorsOf(workspace);
  const broken = errorsOf(renamed).find((error) => !before.includes(error));
  if (broken !== undefined) refuse(`the rename would break the ruleset: ${broken}`);
  const earlier = found.filter((one) => one.document === document && one.start < start);
  const moved = earlier.reduce((sum, one) => sum + newName.length - (one.end - one.start), start);
  const position = renamed.find(document.uri)?.lines.positionAt(moved);
  const name = position && nameAt(renamed, { textDocument: document, position });
  if (!name || everywhere(renamed, name).length !== found.length)
    refuse('the rename would change what a rule means: other places would have the name');
}

const errorsOf = (workspace: Workspace): readonly string[] =>
  workspace
    .rulesets()
    .flatMap(({ analysis }) => analysis.diagnostics)
    .filter(({ severity }) => severity === 'error')
    .map(({ message }) => message);

function refuse(why: string): never {
  throw new RequestError(REQUEST_FAILED, why);
}

function refuseFixed({ occurrence: { name, sort, id }, index, ruleset }: NameAt): void {
  if (sort === 'member') refuse(`'${name}' is a member of the document: its callers give it its name`);
  if (sort === 'level') refuse(`'${name}' is a value that facts hold: their senders give it its name`);
  if (id === 'module:MAIN') refuse('MAIN is the module of every ruleset');
  if (!index.of(id).some(({ isDefinition }) => isDefinition))
    refuse(`'${name}' is defined nowhere, so its other places are not known`);
  const broken = ruleset.analysis.diagnostics.some(({ code }) => code === 'yaml-syntax');
  if (broken) refuse('a file of the ruleset has a syntax error, so not every place of the name is known');
}

function refuseTaken({ occurrence, index }: NameAt, newName: string): void {
  const { sort, id, name } = occurrence;
  if (!NAME.test(newName))
    refuse(`'${newName}' is not a name: expected a letter, then letters, digits, - and _`);
  if (RESERVED.has(newName)) refuse(`'${newName}' is a word of the language`);
  const stem = id.slice(0, id.length - name.length);
  if (index.byId.has(stem + newName)) refuse(`'${newName}' is taken: it would be one name with '${name}'`);
  const isLocal = sort === 'alias' || sort === 'variable';
  // One spelling in one rule means one thing: a name that hides another would change what the rule means.
  const documents = new Set(index.of(id).map(({ document }) => document));
  for (const document of documents)
    for (const other of index.inDocument(document)) {
      if (
        other.name !== newName ||
        other.id === id ||
        other.sort === 'slot' ||
        other.sort === 'member' ||
        other.sort === 'rule' ||
        // Modules are named where nothing else can be.
        other.sort === 'module'
      )
        continue;
      // A variable of a function has its sign, which sets it apart from every other name.
      if ((isOfFunction(other.id) || isOfFunction(id)) && ownerOf(other.id) !== ownerOf(id)) continue;
      if (
        isLocal &&
        (other.sort === 'alias' || other.sort === 'variable') &&
        (ownerOf(other.id) !== ownerOf(id) || (isOfPart(other.id) && isOfPart(id)))
      )
        continue;
      if (sort === 'slot' || sort === 'rule' || sort === 'module') continue;
      // An alias is looked for before a template: the check of bindings finds a place that would change its meaning.
      if (isAliasWithTemplate(sort, other.sort)) continue;
      refuse(
        `'${newName}' is the name of ${article(other.sort)} here: the rename would change what a rule means`,
      );
    }
}

const isAliasWithTemplate = (one: string, other: string): boolean =>
  (one === 'template' && other === 'alias') || (one === 'alias' && other === 'template');

const article = (sort: string): string => (/^[aeiou]/.test(sort) ? `an ${sort}` : `a ${sort}`);

/** True for a name of a part of a rule, as of a quantifier: other parts may have it, too, and the check of bindings decides. */
const isOfPart = (id: string): boolean => id.split(':').at(-2) !== '';

const isOfFunction = (id: string): boolean => id.startsWith('variable:function ');

/** The rule that an alias or a variable belongs to. */
const ownerOf = (id: string): string => id.split(':').slice(1, -2).join(':');
