import * as z from 'zod';
import { JsonObject } from '../../requests/schemas.ts';
import { RULESET_HASH } from '../ruleset-sources/contract.ts';

export const DecisionRecord = JsonObject.meta({
  id: 'DecisionRecord',
  description: 'A record of the log. What is masked there is `{"$masked": true}`.',
});

export const DecisionsResponse = z
  .object({
    decisions: z.array(DecisionRecord),
    next: z.string().nullable().meta({ description: 'Cursor of the next page; null after the last.' }),
    scanned_to: z.string().meta({ description: 'Everything from this time on was looked at.' }),
  })
  .meta({ id: 'DecisionsResponse' });

export const DecisionProofResponse = z
  .string()
  .meta({ id: 'DecisionProofResponse', description: 'A proof (c2sp.org/tlog-proof@v1) without the record.' });

const MOST_LISTED = 500;
const time = z.iso.datetime({ offset: true, error: 'must be a time such as 2026-01-31T12:00:00Z' });
const word = z.string().min(1, 'must not be empty').max(1024);

export const ListDecisionsQuery = z.strictObject({
  from: time.optional(),
  to: time.optional(),
  decision: word.optional(),
  rule: word.optional(),
  actor: word.optional(),
  ruleset: word.optional(),
  hash: z.string().regex(RULESET_HASH, 'must be sha256: and 64 hex digits').optional(),
  limit: z
    .string()
    .regex(/^\d{1,3}$/, 'must be a whole number')
    .refine((text) => Number(text) >= 1 && Number(text) <= MOST_LISTED, `must be 1 to ${MOST_LISTED}`)
    .optional(),
  cursor: z.string().min(1, 'must not be empty').optional(),
});
