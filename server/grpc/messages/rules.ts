/** Rules: compiled, explained, swapped; and what the service is. */
import {
  factsText,
  name,
  objectText,
  optionalField,
  orAbsent,
  text,
  type FactMessage,
} from '../../requests/json-fields.ts';
import { members } from '../../../library/json-slices.ts';
import { codec } from './codec.ts';

export const compile = codec<{ readonly yaml_content: string }>(
  'Compile',
  ({ yaml_content: yaml }) => ({ body: objectText({ yaml_content: JSON.stringify(yaml) }) }),
  ({ body }) => {
    const { clips, errors = [] } = JSON.parse(body) as { clips: string; errors?: readonly string[] };
    return { clips, errors };
  },
);

interface ExplainMessage {
  readonly ruleset: string;
  readonly facts: readonly FactMessage[];
  readonly input_json?: string;
  readonly rule?: string;
}

export const explain = codec<ExplainMessage>(
  'Explain',
  ({ ruleset, facts, input_json: input, rule }) => ({
    body: objectText({
      ruleset: name(ruleset),
      facts: factsText(facts),
      input: optionalField(input, 'input_json'),
      rule: text(rule),
    }),
  }),
  ({ body }) => {
    const found = members(body);
    const valueOf = (key: string): unknown => orAbsent(JSON.parse(found.get(key) ?? 'null') as unknown);
    return { decision: valueOf('decision'), reason: valueOf('reason'), explanation_json: body };
  },
);

interface ReloadMessage {
  readonly ruleset_path?: string;
  readonly ruleset_yaml?: string;
  readonly ruleset_hash?: string;
  readonly signature: Buffer;
  readonly version?: string;
}

export const reload = codec<ReloadMessage>(
  'Reload',
  ({ ruleset_path: path, ruleset_yaml: yaml, ruleset_hash: hash, signature, version }) => ({
    body: objectText({
      ruleset_path: text(path),
      ruleset_yaml: yaml === undefined ? undefined : JSON.stringify(yaml),
      ruleset_hash: text(hash),
      signature: signature.length === 0 ? undefined : text(signature.toString('base64')),
      version,
    }),
  }),
  ({ body }) => {
    const { attestation_token: token, ...rest } = JSON.parse(body) as {
      attestation_token: string | null;
    };
    return { ...rest, attestation_token: orAbsent(token) };
  },
);

export const status = codec<object>(
  'Status',
  () => ({}),
  ({ body }) => {
    const { ruleset_hash, version, loaded_at, ...rest } = JSON.parse(body) as Record<string, string | null>;
    const details = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null));
    return { ruleset_hash: orAbsent(ruleset_hash), version, loaded_at: orAbsent(loaded_at), details };
  },
);
