/**
 * Names are complete: a word that the compiler resolves is a name of the index, bound to what the compiler means. The oracle is the
 * compiler: with another spelling it reports that it does not know the name.
 */
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { namesOf } from '../../../authoring/language-service/names/collect.ts';
import type { NameIndex } from '../../../authoring/language-service/names/name-index.ts';
import type { Workspace } from '../../../authoring/language-service/workspace/workspace.ts';
import { FULL, full } from '../../full.ts';
import { readTexts, startService } from './texts.ts';

/** Words of each file that are spelled otherwise, one after the other. */
const WORDS = full(40, 2);
/** Codes for words that name nothing: keys, values and words of the language. */
const NO_NAMES: ReadonlySet<string> = new Set([
  ...['unknown-key', 'short-unknown-key', 'value-not-allowed', 'unknown-from', 'unknown-function-type'],
]);
/** A plain run has one ruleset of several files, and those of a single file. */
const NOT_TRIED = ['graphs', ...(FULL ? [] : ['data-access', 'spend-limits', 'tool-call-gate'])];
const FOLDERS = readdirSync('rulesets').filter((name) => !NOT_TRIED.includes(name));

const workspaceOf = async (folder: string): Promise<Workspace> =>
  startService(await readTexts(`rulesets/${folder}`)).workspace();

/** Names of rules that budgets make, and of the module of every ruleset, are defined by no place of their own. */
const isMade = (id: string): boolean =>
  id.startsWith('rule:') || id.startsWith('member:') || id === 'module:MAIN';

describe.each(FOLDERS)('%s', (folder) => {
  it('defines every name that it uses', async () => {
    const workspace = await workspaceOf(folder);
    const undefinedNames = workspace.rulesets().flatMap((ruleset) => {
      const index = namesOf(ruleset);
      return [...index.byId].flatMap(([id, all]) =>
        all.some(({ isDefinition }) => isDefinition) || isMade(id) ? [] : [id],
      );
    });
    expect(undefinedNames).toEqual([]);
  });

  it('has a name wherever the compiler resolves one', async () => {
    const workspace = await workspaceOf(folder);
    const found = workspace.rulesets().flatMap((ruleset) => {
      const index = namesOf(ruleset);
      const known = new Set([...index.byId.values()].flatMap((all) => all.map(({ name }) => name)));
      const before = new Set(ruleset.analysis.diagnostics.map(({ message }) => message));
      return ruleset.analysis.members
        .filter(({ document }) => document.kind === 'ruleset')
        .flatMap(({ document }) => {
          const words = [...document.text.matchAll(/[A-Za-z_][\w-]*/g)].filter(([word]) => known.has(word));
          const step = Math.max(1, Math.floor(words.length / WORDS));
          return words
            .filter((_, i) => i % step === 0)
            .flatMap(({ index: at, 0: word }) => {
              const other = `${word}zz`;
              const text = document.text.slice(0, at) + other + document.text.slice(at + word.length);
              const changed = workspace.withTexts(new Map([[document.key, text]]));
              const own = changed.find(document.uri);
              const error = own === null ? undefined : errorOf(changed, own, other, before);
              if (error === undefined || NO_NAMES.has(error.code)) return [];
              return wrongAt(index, document, at, error.message).map((wrong) => {
                const { line } = document.lines.positionAt(at);
                return `${document.key}:${line + 1} ${word}: ${wrong} (${error.message})`;
              });
            });
        });
    });
    expect(found).toEqual([]);
  });
});

type OpenDocument = NonNullable<ReturnType<Workspace['find']>>;

/** The error that names the other spelling. */
function errorOf(workspace: Workspace, document: OpenDocument, word: string, before: ReadonlySet<string>) {
  return workspace
    .rulesetOf(document)
    ?.analysis.diagnostics.find(
      ({ severity, message }) => severity === 'error' && !before.has(message) && message.includes(word),
    );
}

/** Faults of the index at a word that the compiler resolves. */
function wrongAt(index: NameIndex, document: OpenDocument, at: number, message: string): readonly string[] {
  const name = index.at(document, at + 1);
  if (name === null) return ['no name'];
  const template = /^template `([\w-]+)` has no slot/.exec(message)?.[1];
  const id = `slot:${template}.${name.name}`;
  return template === undefined || name.id === id ? [] : [`bound to ${name.id} instead of ${id}`];
}
