/** Facts of a session. */
import { parseJson, writeJson } from '../../library/json.ts';
import { AssertFactsRequest } from '../../service/contracts/assert-facts.ts';
import { findSessionId } from '../../service/evaluation/find-session-id.ts';
import type { Answer } from '../../service/http/answer.ts';
import { assertFact as assertFactRoute } from '../../service/routes/assert-fact.ts';
import { queryFacts } from '../../service/routes/query-facts.ts';
import { retractFacts } from '../../service/routes/retract-facts.ts';
import type { Route } from '../../service/routes/route.ts';
import { factsText, jsonField, objectText, optionalField, type FactMessage } from '../json-fields.ts';
import { unary } from '../method.ts';

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
    session_id: JSON.stringify(session),
    template: JSON.stringify(template),
    filter: optionalField(filter, 'filter_json'),
  });
  return { body };
}

export const assertFact = unary<SessionMessage & FactMessage>(
  'AssertFact',
  assertFactRoute,
  ({ session_id: session, template, data_json: data }) => ({
    body: objectText({
      session_id: JSON.stringify(session),
      template: JSON.stringify(template),
      data: jsonField(data, 'data_json'),
    }),
  }),
  plain,
);

/** No endpoint of HTTP has it. */
const assertFactsRoute: Route = {
  ...assertFactRoute,
  operationId: 'assertFacts',
  summary: 'Assert facts into a session, all or none',
  request: AssertFactsRequest,
  handle: ({ caller, origin, body }, { pool }) =>
    pool.submit({ caller, origin, kind: 'assert-facts', body, context: null, session: findSessionId(body) }),
};

export const assertFacts = unary<SessionMessage & { readonly facts: readonly FactMessage[] }>(
  'AssertFacts',
  assertFactsRoute,
  ({ session_id: session, facts }) => ({
    body: objectText({ session_id: JSON.stringify(session), facts: factsText(facts) }),
  }),
  plain,
);

export const query = unary<FilterMessage>('Query', queryFacts, filterAsked, ({ body }) => {
  const { facts } = parseJson(body) as { readonly facts: readonly object[] };
  return { facts_json: facts.map(writeJson) };
});

export const retract = unary<FilterMessage>('Retract', retractFacts, filterAsked, plain);
