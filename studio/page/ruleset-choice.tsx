import { isDirty, origin, ruleset, rulesets } from '../state/state.ts';

/** The open ruleset, and the others that can be opened. */
export function RulesetChoiceBox({ onOpen }: { readonly onOpen: (id: string) => void }) {
  const { value: from } = origin;
  const id = from.kind === 'service' ? from.hash : ruleset.value;
  const isListed = rulesets.value.some((one) => one.id === id);
  const name = isDirty.value && from.kind === 'service' ? `${ruleset.value}, edited` : ruleset.value;
  if (rulesets.value.length === 0 || (isListed && rulesets.value.length === 1))
    return <span class="ruleset">{name}</span>;
  return (
    <select aria-label="Ruleset" value={id} onChange={(event) => onOpen(event.currentTarget.value)}>
      {!isListed && <option value={id}>{ruleset.value}</option>}
      {rulesets.value.map((one) => (
        <option key={one.id} value={one.id}>
          {one.label}
        </option>
      ))}
    </select>
  );
}
