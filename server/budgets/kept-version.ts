/** The mounted version that budgets last counted for: served again if the files have changed what live uses mean. */
import type { Layers } from '../../compiler/read/read-layers.ts';
import { ServiceError } from '../../library/errors.ts';
import type { MountableRuleset } from '../evaluation/protocol/compile-protocol.ts';
import type { CompilerThread } from '../evaluation/main/compiler-thread.ts';
import type { KeptValues } from '../rulesets/kept-values.ts';

interface Kept {
  readonly name: string;
  readonly hash: string;
  readonly layers: Layers;
}

const VALUE = 'budgets-version';

export async function keepVersion(values: KeptValues, { name, hash, base }: MountableRuleset): Promise<void> {
  await values.setValue(VALUE, JSON.stringify({ name, hash, layers: base.layers } satisfies Kept));
}

/** The version that was kept; null: there is none. Throws ServiceError if it does not compile to the same. */
export async function keptVersion(
  values: KeptValues,
  compiler: Pick<CompilerThread, 'ask'>,
): Promise<MountableRuleset | null> {
  const text = await values.value(VALUE);
  if (text === null) return null;
  const { name, hash, layers } = JSON.parse(text) as Kept;
  const own = layers.map((sources) => ({ kind: 'own', name, sources }) as const);
  const details = await compiler.ask<'replica'>({ kind: 'replica', layers: own });
  if (details.hash === hash) return details;
  throw new ServiceError('invalid_ruleset', 'the kept version compiles to another hash now');
}
