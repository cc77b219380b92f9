import { signal } from '@preact/signals';
import { alertText, current, files, ruleset, store } from '../../state/state.ts';
import type { Work } from '../../state/work.ts';
import type { Comparison, StudioFile, StudioRuleset } from '../../protocol/messages.ts';
import { TextDiff } from './text-diff.tsx';

type Source = 'File' | 'Git ref' | 'Text';

const source = signal<Source>('Text');
const written = signal('');
const result = signal<Comparison | null>(null);
const compared = signal<readonly StudioFile[]>([]);

const HINTS: Readonly<Record<Source, string>> = {
  File: 'path of a file, as it was opened or saved last',
  'Git ref': 'a branch, a tag or a commit, such as HEAD or main',
  Text: 'the YAML of the old version',
};

/** The files of the old version. Throws Error with what went wrong, for the user. */
async function oldFiles(): Promise<readonly StudioFile[]> {
  const text = written.value;
  switch (source.value) {
    case 'Text':
      return [{ path: 'old.yaml', text }];
    case 'File': {
      if (!files.value.some(({ path }) => path === text.trim()))
        throw new Error(`there is no file ${text.trim()} in this ruleset`);
      // The other files stay as they are in the page.
      return files.value.map(({ path, text: now, saved }) => ({
        path,
        text: path === text.trim() ? saved : now,
      }));
    }
    case 'Git ref':
      if (store.value === null) throw new Error('this page has no files: open it with ferrule studio');
      return store.value.atRef(ruleset.value, text.trim());
  }
}

async function compare(work: Work): Promise<void> {
  result.value = null;
  try {
    compared.value = await oldFiles();
  } catch (error) {
    alertText.value = error instanceof Error ? error.message : String(error);
    return;
  }
  const old: StudioRuleset = { name: ruleset.value, files: compared.value };
  result.value = await work.run('compare', 'Comparing', old);
}

/** Screen 5: the ruleset against another version. */
export function CompareScreen({ work }: { readonly work: Work }) {
  const sources: readonly Source[] = store.value === null ? ['Text', 'File'] : ['Text', 'File', 'Git ref'];
  return (
    <div class="page compare">
      <form
        class="bar"
        onSubmit={(event) => {
          event.preventDefault();
          void compare(work);
        }}
      >
        <label class="field">
          <span>Compare with</span>
          <select
            aria-label="Compare with"
            value={source.value}
            onChange={(event) => (source.value = event.currentTarget.value as Source)}
          >
            {sources.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </label>
        <label class="field wide">
          <span>{HINTS[source.value]}</span>
          {source.value === 'Text' ? (
            <textarea
              aria-label="Old version"
              rows={3}
              value={written.value}
              onInput={(event) => (written.value = event.currentTarget.value)}
            />
          ) : (
            <input
              aria-label="Old version"
              type="text"
              value={written.value}
              onInput={(event) => (written.value = event.currentTarget.value)}
            />
          )}
        </label>
        <button type="submit" class="primary">
          Compare
        </button>
        <p role="status" aria-label="Result">
          {resultText(result.value)}
        </p>
      </form>
      <Differences />
      {compared.value.length > 0 && result.value !== null && (
        <TextDiff before={compared.value} after={current.value.files} />
      )}
    </div>
  );
}

function resultText(found: Comparison | null): string {
  if (found === null) return 'Not compared yet';
  const { differences, count, proved } = found;
  if (differences.length > 0) {
    const all = differences.reduce((sum, one) => sum + one.count, 0);
    return `${all} ${all === 1 ? 'request differs' : 'requests differ'}, of ${count} that were compared`;
  }
  return proved ? 'No difference: proved for every request' : `No difference: not found in ${count} requests`;
}

function Differences() {
  const found = result.value?.differences ?? [];
  if (found.length === 0) return null;
  return (
    <div class="scroll" tabIndex={0}>
      <table aria-label="Differences">
        <thead>
          <tr>
            <th>Request</th>
            <th>Old</th>
            <th>New</th>
            <th>Rules</th>
          </tr>
        </thead>
        <tbody>
          {found.map((one, i) => (
            <tr key={i}>
              <td>
                <pre>{one.request}</pre>
                {one.count > 1 && <small>{`and ${one.count - 1} more like it`}</small>}
              </td>
              <td>{one.before}</td>
              <td>{one.after}</td>
              <td>{one.rules.join(', ')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
