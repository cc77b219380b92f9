import { insertCase } from '../../../authoring/language-service/actions/add-case.ts';
import { createDocument } from '../../../authoring/language-service/documents/document.ts';
import { isRules, isYamlSuite } from '../../protocol/file-kinds.ts';
import type { Survivor } from '../../protocol/messages.ts';
import { alertText, current, writeFile } from '../../state/state.ts';

type Shown = NonNullable<Survivor['shown']>;

/** The suites that cases can be added to: those in YAML. */
export const suitePaths = (): readonly string[] =>
  current.value.files.filter(isYamlSuite).map(({ path }) => path);

/** Path of the suite that is made if there is none. */
export function newSuitePath(): string {
  const rules = current.value.files.find((file) => isRules(file) && !file.path.includes('/'));
  return `${rules?.path.replace(/\.ya?ml$/i, '') ?? current.value.name}.test.yaml`;
}

/**
 * Writes a case behind the last one of a suite. Everything else in the file stays as it is.
 *
 * @param suite its path; `null` makes a suite
 * @returns false if it could not be added, which an alert says
 */
export function addCase(suite: string | null, name: string, request: Shown): boolean {
  const path = suite ?? newSuitePath();
  const before = current.value.files.find((one) => one.path === path);
  if (before === undefined) {
    writeFile(
      path,
      inserted(
        path,
        `suite: ${JSON.stringify(current.value.name)}\ncases:\n  - name: first\n`,
        name,
        request,
      )?.replace('  - name: first\n', '') ?? '',
    );
    return true;
  }
  const text = inserted(path, before.text, name, request);
  if (text === null) {
    alertText.value = `${path} has no list of cases: write one case under “cases:” first.`;
    return false;
  }
  writeFile(path, text);
  return true;
}

function inserted(path: string, text: string, name: string, request: Shown): string | null {
  const document = createDocument({ uri: path, key: path, version: null, text }, 'utf-16');
  const change = insertCase(document, { name, request });
  return change === null ? null : text.slice(0, change.start) + change.newText + text.slice(change.end);
}
