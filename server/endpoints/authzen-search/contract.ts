/** The searches of the AuthZEN Authorization API 1.0: the searched entity has no id, or one that means nothing. */
import * as z from 'zod';
import { AccessObligations, Action, Entity, Name } from '../authzen/contract.ts';
import { JsonObject } from '../../requests/schemas.ts';

const Searched = z.object({
  type: Name,
  id: z.unknown().optional(),
  properties: JsonObject.optional(),
});
const Page = z.object({
  token: z.string().optional(),
  limit: z.int().min(0).optional().meta({ description: 'How many results at most; 0: any number.' }),
});
const Common = { context: JsonObject.optional(), page: Page.optional() };

export const SEARCHES = {
  subject: z
    .object({ subject: Searched, action: Action, resource: Entity, ...Common })
    .meta({ id: 'SubjectSearchRequest' }),
  resource: z
    .object({ subject: Entity, action: Action, resource: Searched, ...Common })
    .meta({ id: 'ResourceSearchRequest' }),
  action: z.object({ subject: Entity, resource: Entity, ...Common }).meta({ id: 'ActionSearchRequest' }),
} as const;

export type SearchKind = keyof typeof SEARCHES;

export interface SearchRequest {
  readonly subject?: { readonly type: string };
  readonly resource?: { readonly type: string };
  readonly action?: unknown;
  readonly context?: unknown;
  readonly page?: { readonly token?: string; readonly limit?: number };
}

export const SearchResponse = z
  .object({
    page: z
      .object({
        next_token: z.string().meta({ description: 'Token of the next page; empty on the last page.' }),
      })
      .optional(),
    results: z.array(
      z.object({
        type: z.string().optional(),
        id: z.string().optional(),
        name: z.string().optional(),
        obligations: AccessObligations.optional().meta({
          description: 'A caller that cannot comply must leave this result out.',
        }),
      }),
    ),
  })
  .meta({ id: 'SearchResponse' });
