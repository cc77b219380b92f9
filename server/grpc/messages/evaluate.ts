import type { Answer } from '../../requests/answer.ts';
import {
  factsText,
  name,
  objectText,
  optionalField,
  orAbsent,
  text,
  type FactMessage,
} from '../../requests/json-fields.ts';
import { elements, members } from '../../../library/json-slices.ts';
import { ServiceError } from '../../../library/errors.ts';
import { codec, type Asked } from './codec.ts';

interface EvaluateMessage {
  readonly session_id?: string;
  readonly ruleset: string;
  readonly facts: readonly FactMessage[];
  readonly input_json?: string;
  readonly session: string | number;
  readonly include: readonly string[];
  readonly host_facts: readonly FactMessage[];
}

const MODES: Readonly<Record<string, string | undefined>> = {
  SESSION_MODE_UNSPECIFIED: undefined,
  SESSION_MODE_CREATE: 'create',
  SESSION_MODE_REQUIRE: 'require',
};

interface Item {
  readonly id: string;
  readonly request: EvaluateMessage | null;
}

export const evaluate = codec<EvaluateMessage>('Evaluate', evaluateAsked, evaluateTold);

interface DecideMessage {
  readonly request: EvaluateMessage | null;
  readonly idempotency_key: string;
}

export const decide = codec<DecideMessage>(
  'Decide',
  ({ request, idempotency_key: key }) => {
    if (request === null) throw new ServiceError('invalid_request', 'request: is missing', 'request');
    const { body } = evaluateAsked(request);
    return { body: `${body.slice(0, -1)},"idempotency_key":${JSON.stringify(key)}}` };
  },
  (answer) => {
    const found = members(answer.body);
    const { id, state, expires_at } = (JSON.parse(found.get('reservation') ?? 'null') ?? {}) as Reserved;
    return {
      response: evaluateTold(answer),
      replayed: found.get('replayed') === 'true',
      counted: found.get('counted') === 'true',
      exceeded_budgets: JSON.parse(found.get('exceeded_budgets') ?? '[]') as unknown,
      ...(id === undefined ? {} : { reservation: { id, state, expires_at } }),
      budgets_json: found.get('budgets'),
    };
  },
);

interface Reserved {
  readonly id?: string;
  readonly state?: string;
  readonly expires_at?: string;
}

/** Items of EvaluateStream. A refusal of one does not end the stream, so its id is known although it is refused. */
export const evaluateStream = codec<Item>(
  'EvaluateStream',
  ({ id, request }) => {
    try {
      if (request === null) throw new ServiceError('invalid_request', 'request: is missing', 'request');
      return { ...evaluateAsked(request), id };
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const { code, message: detail, field } = error;
      return { id, refusal: { code, detail, field } };
    }
  },
  (answer, id) => ({ id, response: evaluateTold(answer) }),
);

function evaluateAsked(message: EvaluateMessage): Asked & { readonly body: string } {
  const { session_id: session, ruleset, facts, input_json: input, session: mode, include } = message;
  const { host_facts: hostFacts } = message;
  const body = objectText({
    // At the front, where it is found soonest.
    session_id: text(session),
    ruleset: name(ruleset),
    facts: factsText(facts),
    host_facts: hostFacts.length === 0 ? undefined : factsText(hostFacts),
    input: optionalField(input, 'input_json'),
    // A number that this version does not know stays what it is, for the contract to refuse.
    session: text(mode in MODES ? MODES[mode] : String(mode)),
    include: include.length === 0 ? undefined : `[${include.map(name).join(',')}]`,
  });
  return { body };
}

function evaluateTold({ body, headers }: Answer): object {
  const found = members(body);
  const valueOf = (key: string): unknown => {
    const value = found.get(key);
    return value === undefined ? undefined : (JSON.parse(value) as unknown);
  };
  return {
    decision: orAbsent(valueOf('decision')),
    reason: orAbsent(valueOf('reason')),
    rule_trace: valueOf('rule_trace'),
    module_trace: valueOf('module_trace'),
    duration_us: valueOf('duration_us'),
    metadata: valueOf('metadata'),
    attestation_token: orAbsent(valueOf('attestation_token')),
    obligations: [...elements(found.get('obligations') ?? '[]')].map((obligation) => {
      const parts = members(obligation);
      return {
        type: JSON.parse(parts.get('type') ?? '""') as string,
        properties_json: parts.get('properties'),
      };
    }),
    decision_id: headers?.['ferrule-decision-id'] ?? '',
    ruleset_hash: headers?.['ferrule-ruleset-hash'] ?? '',
    firings_json: found.get('firings'),
    facts_json: found.get('facts'),
    missing: valueOf('missing') ?? [],
  };
}
