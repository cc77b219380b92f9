/** What the HTTP thread and the compiler's worker say to each other: one request, one reply. */
import type { Layers } from '../../compiler/read-layers.ts';
import type { ProvidedGraph } from '../graphs/graph-catalog.ts';
import type { LoadedRuleset, ProvidedRuleset, Refusal } from './protocol.ts';

/** The loaded ruleset as far as the compiler needs it. */
export interface CompileBase {
  readonly layers: Layers;
  /** Text that identifies the slots of each template, by name. */
  readonly templates: Readonly<Record<string, string>>;
}

/** A ruleset to be mounted. */
export interface MountableRuleset extends LoadedRuleset {
  readonly base: CompileBase;
  readonly rules: number;
  readonly templates: number;
  readonly modules: number;
  readonly warnings: readonly string[];
}

export type CompileRequest =
  /** The stock ruleset of this name under the root. */
  | { readonly kind: 'provide'; readonly name: string }
  /** The graph of this name under the root. */
  | { readonly kind: 'graph'; readonly graphId: string }
  /** `POST /v1/compile` */
  | {
      readonly kind: 'compile';
      readonly body: Uint8Array;
      readonly gzip: boolean;
      readonly base: CompileBase | null;
    }
  /** A ruleset of the file system, named by who runs the service. */
  | { readonly kind: 'mount'; readonly path: string }
  /** `POST /v1/rules/reload` */
  | {
      readonly kind: 'reload';
      readonly body: Uint8Array;
      readonly gzip: boolean;
      readonly base: CompileBase;
    };

/** The value that each request is answered with. */
export interface CompileReplies {
  readonly provide: ProvidedRuleset;
  readonly graph: ProvidedGraph;
  readonly compile: string;
  readonly mount: MountableRuleset;
  readonly reload: MountableRuleset;
}

export type CompileReply =
  | { readonly ok: true; readonly value: CompileReplies[CompileRequest['kind']] }
  | { readonly ok: false; readonly refusal: Refusal; readonly log: string | null };

/** What the compiler's worker starts with. */
export interface CompilerStart {
  readonly root: string | null;
  readonly maxBodyBytes: number;
  readonly maxReloadBytes: number;
  readonly publicKey: Uint8Array | null;
}
