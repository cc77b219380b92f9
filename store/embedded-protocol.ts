/** Messages between the service and the thread of the embedded database. */
import type { SqlValue } from './store.ts';

export interface EmbeddedStart {
  /** Folder of the database; null: in memory. */
  readonly folder: string | null;
}

export interface ToEmbedded {
  readonly id: number;
  readonly kind: 'query' | 'script' | 'listen' | 'close';
  readonly text: string;
  readonly values: readonly SqlValue[];
}

export type FromEmbedded =
  | { readonly kind: 'ready' }
  | { readonly kind: 'rows'; readonly id: number; readonly rows: readonly unknown[] }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string; readonly code: string | null }
  | { readonly kind: 'notification'; readonly channel: string; readonly payload: string };
