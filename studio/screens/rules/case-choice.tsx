import { cases, request } from '../../state/state.ts';

/** The cases beside the rules; choosing one makes it the request. */
export function CaseChoice() {
  const usable = cases.value.filter((one) => one.request !== null);
  return (
    <label class="field case">
      <span>Case</span>
      <select
        aria-label="Case"
        disabled={usable.length === 0}
        onChange={(event) => {
          const chosen = usable[Number(event.currentTarget.value)];
          if (chosen?.request !== undefined && chosen.request !== null) request.value = chosen.request;
        }}
      >
        {usable.length === 0 && <option>no cases beside the rules</option>}
        {usable.map(({ name, expected }, i) => (
          <option key={i} value={i}>
            {expected === null ? name : `${name} (${expected})`}
          </option>
        ))}
      </select>
    </label>
  );
}
