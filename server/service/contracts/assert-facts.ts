import * as z from 'zod';
import { FactInput } from './evaluate.ts';

/** What gRPC's AssertFacts has a worker do. */
export const AssertFactsRequest = z.strictObject({
  session_id: z.string(),
  facts: z.array(FactInput).max(500),
});
