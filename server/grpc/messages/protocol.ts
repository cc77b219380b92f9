import type { Answer } from '../../requests/answer.ts';
import type { Asked, Refusal } from './codec.ts';

/** Task of the thread of messages. */
export type MessageTask =
  | { readonly kind: 'read'; readonly name: string; readonly raw: Uint8Array }
  | {
      readonly kind: 'write';
      readonly name: string;
      readonly answer: Pick<Answer, 'status' | 'body' | 'headers'>;
      readonly id: string;
    };

/** Its result. */
export type MessageResult =
  | { readonly kind: 'asked'; readonly asked: Asked }
  | { readonly kind: 'written'; readonly bytes: Uint8Array }
  | { readonly kind: 'refused'; readonly refusal: Refusal };
