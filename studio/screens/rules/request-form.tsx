import { decided, request } from '../../state/state.ts';
import { formGroups, withFact, type FormField, type FormGroup } from './form-fields.ts';

/** A form generated from the templates and from the paths of the document. */
export function RequestForm() {
  const shape = decided.value?.shape ?? null;
  if (shape === null) return <p class="empty">The form appears when the rules have no errors.</p>;
  const groups = formGroups(request.value, shape);
  if (groups === null) return <p class="empty">The request is not valid JSON: fix it under “JSON”.</p>;
  return (
    <div class="form">
      {groups.map((group, i) => (
        <Group key={i} {...group} />
      ))}
      {shape.templates.length > 0 && (
        <select
          aria-label="Add a fact"
          value=""
          onChange={(event) => {
            if (event.currentTarget.value !== '')
              request.value = withFact(request.value, event.currentTarget.value);
          }}
        >
          <option value="">Add a fact…</option>
          {shape.templates.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      )}
    </div>
  );
}

function Group({ title, fields, removed }: FormGroup) {
  return (
    <fieldset>
      <legend>{title}</legend>
      {removed !== null && (
        <button type="button" class="remove" onClick={() => (request.value = removed)}>
          Remove
        </button>
      )}
      {fields.map((field) => (
        <label class="field" key={field.name}>
          <span>
            {field.name} <small>{field.type}</small>
          </span>
          <Control {...field} />
        </label>
      ))}
    </fieldset>
  );
}

function Control({ name, text, type, allowed, with: change }: FormField) {
  const options = type === 'boolean' ? ['true', 'false'] : allowed;
  const set = (value: string): void => {
    request.value = change(value);
  };
  if (options !== null)
    return (
      <select aria-label={name} value={text} onChange={(event) => set(event.currentTarget.value)}>
        <option value="">not set</option>
        {options.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
    );
  return (
    <input
      aria-label={name}
      type="text"
      inputMode={type === 'integer' || type === 'float' ? 'decimal' : 'text'}
      value={text}
      onInput={(event) => set(event.currentTarget.value)}
    />
  );
}
