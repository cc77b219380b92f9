/** Facts of a session. */
import type { Answer } from '../../requests/answer.ts';
import {
  factsText,
  jsonField,
  name,
  objectText,
  optionalField,
  type FactMessage,
} from '../../requests/json-fields.ts';
import { elements, members } from '../../../library/json-slices.ts';
import { codec } from './codec.ts';

interface SessionMessage {
  readonly session_id: string;
}
interface FilterMessage extends SessionMessage {
  readonly template: string;
  readonly filter_json?: string;
}

const plain = ({ body }: Answer): object => JSON.parse(body) as object;

function filterAsked({ session_id: session, template, filter_json: filter }: FilterMessage) {
  const body = objectText({
    session_id: name(session),
    template: name(template),
    filter: optionalField(filter, 'filter_json'),
  });
  return { body };
}

export const assertFact = codec<SessionMessage & FactMessage>(
  'AssertFact',
  ({ session_id: session, template, data_json: data }) => ({
    body: objectText({
      session_id: name(session),
      template: name(template),
      data: jsonField(data, 'data_json'),
    }),
  }),
  plain,
);

export const assertFacts = codec<SessionMessage & { readonly facts: readonly FactMessage[] }>(
  'AssertFacts',
  ({ session_id: session, facts }) => ({
    body: objectText({ session_id: name(session), facts: factsText(facts) }),
  }),
  plain,
);

export const query = codec<FilterMessage>('Query', filterAsked, ({ body }) => ({
  facts_json: [...elements(members(body).get('facts') ?? '[]')],
}));

export const retract = codec<FilterMessage>('Retract', filterAsked, plain);
