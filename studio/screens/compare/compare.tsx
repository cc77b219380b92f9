import { signal } from '@preact/signals';
import { problemOf } from '../../state/connection.ts';
import { mode } from '../../state/mode.ts';
import { onSignOut } from '../../state/session.ts';
import { alertText, current } from '../../state/state.ts';
import type { Work } from '../../state/work.ts';
import type { Comparison, StudioRuleset } from '../../protocol/messages.ts';
import { Differences, resultText } from './differences.tsx';
import { HINTS, mountedName, oldVersion, sourcesOf, type Source } from './sources.ts';
import { TextDiff } from './text-diff.tsx';

const source = signal<Source>(mode.value.kind === 'connected' ? 'Mounted version' : 'Text');
const written = signal('');
const result = signal<Comparison | null>(null);
const compared = signal<StudioRuleset | null>(null);

onSignOut(() => {
  result.value = null;
  compared.value = null;
});

async function compare(work: Work): Promise<void> {
  result.value = null;
  try {
    compared.value = await oldVersion(source.value, written.value);
  } catch (error) {
    alertText.value = problemOf(error);
    return;
  }
  result.value = await work.run('compare', 'Comparing', { old: compared.value });
}

/** Screen 5: the ruleset against another version. */
export function CompareScreen({ work }: { readonly work: Work }) {
  const isMounted = source.value === 'Mounted version';
  const name = isMounted && written.value === '' ? (mountedName() ?? '') : written.value;
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
            onChange={(event) => {
              source.value = event.currentTarget.value as Source;
              written.value = '';
            }}
          >
            {sourcesOf().map((one) => (
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
              value={name}
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
      <Differences found={result.value?.differences ?? []} />
      {compared.value !== null && result.value !== null && (
        <TextDiff before={compared.value.files} after={current.value.files} />
      )}
    </div>
  );
}
