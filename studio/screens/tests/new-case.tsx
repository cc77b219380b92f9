import { useEffect, useRef, useState } from 'preact/hooks';
import { writeJson } from '../../../library/json.ts';
import { readRequest } from '../../../library/read-request.ts';
import { cases, decided, request } from '../../state/state.ts';
import { addCase, newSuitePath, suitePaths } from './suite-text.ts';

/** The request of the screen “Rules” with its decision, as a case of a suite. */
export function NewCase({ onClose }: { readonly onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [name, setName] = useState('');
  const paths = suitePaths();
  const [suite, setSuite] = useState(paths[0] ?? '');
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  const decision = decided.value?.decision ?? null;
  const isTaken = cases.value.some((one) => one.name === name.trim() && one.suite === suite);
  const problem =
    decision === null
      ? 'The request has no decision: fix it on the screen “Rules” first.'
      : isTaken
        ? 'The suite has a case of this name.'
        : null;
  const add = (): void => {
    if (problem !== null || name.trim() === '' || decision === null) return;
    const { facts, input } = readRequest(request.value.trim() === '' ? '[]' : request.value);
    const shown = {
      facts: facts.length === 0 ? null : writeJson(facts.map(({ template, data }) => ({ template, data }))),
      input: input === null || input === undefined ? null : writeJson(input),
      now: null,
      decision: decision.verdict === 'none' ? null : decision.verdict,
    };
    if (addCase(suite === '' ? null : suite, name.trim(), shown)) onClose();
  };
  return (
    <dialog ref={dialog} aria-label="New case" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        <h2>New case</h2>
        <p class="empty">
          {`The request of the screen “Rules”, which is decided as ${decision?.verdict ?? 'nothing'}.`}
        </p>
        <label class="field">
          <span>Name</span>
          <input
            aria-label="Name"
            type="text"
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
          />
        </label>
        <label class="field">
          <span>Suite</span>
          <select aria-label="Suite" value={suite} onChange={(event) => setSuite(event.currentTarget.value)}>
            {paths.map((path) => (
              <option key={path}>{path}</option>
            ))}
            {paths.length === 0 && <option value="">{`${newSuitePath()} (new)`}</option>}
          </select>
        </label>
        {problem !== null && <p class="error">{problem}</p>}
        <div class="dialog-foot">
          <button type="button" onClick={() => dialog.current?.close()}>
            Cancel
          </button>
          <button type="submit" class="primary" disabled={problem !== null || name.trim() === ''}>
            Add
          </button>
        </div>
      </form>
    </dialog>
  );
}
