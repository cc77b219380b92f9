import { decided, showPlace } from '../../state/state.ts';

/** Errors and warnings of the compiler. */
export function Problems() {
  const problems = decided.value?.problems ?? [];
  return (
    <div class="problems">
      <h2>Problems</h2>
      {problems.length === 0 && <p class="empty">No problems.</p>}
      <ul aria-label="Problems">
        {problems.map(({ code, severity, message, file, line }, i) => (
          <li key={i} class={severity}>
            <button type="button" class="link" onClick={() => showPlace(file, line)}>
              <b>{`${severity} ${code}`}</b>
              <span>{` ${file}:${line}`}</span>
            </button>
            <p>{message}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}
