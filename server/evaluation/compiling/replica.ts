import type { Source } from '../../../compiler/diagnostics/position.ts';
import { ServiceError } from '../../../library/errors.ts';
import { matchesManifest } from '../../../library/node/signing/manifest.ts';
import { verify } from '../../../library/node/signing/signature.ts';
import type {
  CompilerStart,
  LayerSource,
  MountableRuleset,
  ReplicaLayer,
} from '../protocol/compile-protocol.ts';
import { compileMountable, withoutSessions } from './compile-mountable.ts';

/**
 * Compiles a version that another server published, from its layers. What the database says is believed no more than
 * what a request says: with a public key, every layer that this server was not started with must be signed. Throws
 * ServiceError.
 */
export async function compileReplica(
  layers: readonly ReplicaLayer[],
  start: Pick<CompilerStart, 'publicKey' | 'lenient' | 'cache'>,
): Promise<MountableRuleset> {
  const { publicKey } = start;
  const [top] = layers;
  const sources = layers.map((layer) => {
    if (layer.kind === 'own') return layer.sources;
    if (publicKey !== null) checkSignature(layer.layer, publicKey);
    return layer.layer.sources;
  });
  const name = top === undefined ? {} : { name: top.kind === 'own' ? top.name : top.layer.name };
  return withoutSessions(compileMountable(sources[0] ?? [], { base: sources.slice(1), ...name }, start));
}

function checkSignature({ sources, signature, signed }: LayerSource, publicKey: Uint8Array): void {
  const bytes = Buffer.from(signed ?? onlyText(sources), 'utf8');
  if (!verify(bytes, signature ?? '', publicKey)) {
    throw new ServiceError('invalid_signature', 'its signature does not verify with the configured key');
  }
  if (signed === null) return;
  const files = sources.map(({ path, text }) => ({ path, bytes: Buffer.from(text, 'utf8') }));
  if (!matchesManifest(signed, files)) {
    throw new ServiceError('invalid_signature', 'its signed manifest does not match its files');
  }
}

/** Bytes that a signature without a manifest covers. Several files without one cannot be signed. */
function onlyText(sources: readonly Source[]): string {
  const [first] = sources;
  if (first !== undefined && sources.length === 1) return first.text;
  throw new ServiceError('invalid_signature', 'it has several files and no signed manifest');
}
