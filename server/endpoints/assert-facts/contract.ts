import * as z from 'zod';
import { FactInput } from '../evaluate/contract.ts';

/** Job of a worker for gRPC's AssertFacts. */
export const AssertFactsRequest = z.strictObject({
  session_id: z.string(),
  facts: z.array(FactInput).max(500),
});
