/** Rules: compiled, explained, swapped; and what the service is. */
import { compile as compileRoute } from '../../service/routes/compile.ts';
import { explain as explainRoute } from '../../service/routes/explain.ts';
import { reload as reloadRoute } from '../../service/routes/reload.ts';
import { status as statusRoute } from '../../service/routes/status.ts';
import { factsText, objectText, optionalField, orAbsent, text, type FactMessage } from '../json-fields.ts';
import { unary } from '../method.ts';

export const compile = unary<{ readonly yaml_content: string }>(
  'Compile',
  compileRoute,
  ({ yaml_content: yaml }) => ({ body: JSON.stringify({ yaml_content: yaml }) }),
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

export const explain = unary<ExplainMessage>(
  'Explain',
  explainRoute,
  ({ ruleset, facts, input_json: input, rule }) => ({
    body: objectText({
      ruleset: JSON.stringify(ruleset),
      facts: factsText(facts),
      input: optionalField(input, 'input_json'),
      rule: text(rule),
    }),
  }),
  ({ body }) => {
    const { decision, reason } = JSON.parse(body) as { decision: string | null; reason: string | null };
    return { decision: orAbsent(decision), reason: orAbsent(reason), explanation_json: body };
  },
);

interface ReloadMessage {
  readonly ruleset_path?: string;
  readonly ruleset_yaml?: string;
  readonly ruleset_hash?: string;
  readonly signature: Buffer;
  readonly version?: string;
}

export const reload = unary<ReloadMessage>(
  'Reload',
  reloadRoute,
  ({ ruleset_path: path, ruleset_yaml: yaml, ruleset_hash: hash, signature, version }) => ({
    body: objectText({
      ruleset_path: text(path),
      ruleset_yaml: text(yaml),
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

export const status = unary<object>(
  'Status',
  statusRoute,
  () => ({}),
  ({ body }) => {
    const { ruleset_hash, version, loaded_at, ...rest } = JSON.parse(body) as Record<string, string | null>;
    const details = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null));
    return { ruleset_hash: orAbsent(ruleset_hash), version, loaded_at: orAbsent(loaded_at), details };
  },
);
