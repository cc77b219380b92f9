import { isRules } from '../../protocol/file-kinds.ts';
import { isDirty, files, origin, ruleset, type EditedFile } from '../../state/state.ts';

type ReloadableText =
  | { readonly ok: true; readonly text: string; readonly path: string }
  /** Why the text cannot be reloaded, and what to do. */
  | { readonly ok: false; readonly problem: string };

const isTable = ({ path }: EditedFile): boolean => /\.csv$/i.test(path);

/** The text of screen 1 as a reload takes it: one file of rules. */
export function reloadableText(): ReloadableText {
  const refused = (problem: string): ReloadableText => ({ ok: false, problem });
  if (origin.value.kind === 'shared')
    return refused('This ruleset came with a link, so it cannot be reloaded. Open a ruleset of the service.');
  if (origin.value.kind === 'example' && !isDirty.value)
    return refused('This is the example. Open a ruleset of the service, or write one on the screen “Rules”.');
  const rules = files.value.filter(isRules);
  const [only] = rules;
  if (only === undefined) return refused(`${ruleset.value} has no file with rules.`);
  if (rules.length > 1)
    return refused(
      `${ruleset.value} has ${rules.length} files with rules, and a reload from here takes one. Put the folder below the root of the service, and reload it by its path: ruleset_path of POST /v1/rules/reload.`,
    );
  const table = files.value.find((one) => isTable(one) && one.text !== one.saved);
  if (table !== undefined)
    return refused(
      `${table.path} was changed, and a reload from here takes the rules only. Put the folder below the root of the service, and reload it by its path: ruleset_path of POST /v1/rules/reload.`,
    );
  return { ok: true, text: only.text, path: only.path };
}
