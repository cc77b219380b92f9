import type { ReasonPartSyntax } from '../../syntax.ts';

/** True for `{name}` and `{alias.slot}`, where a value is filled in. */
export function isPlace(
  part: ReasonPartSyntax,
): part is Extract<ReasonPartSyntax, { kind: 'variable' | 'reference' }> {
  return part.kind === 'variable' || part.kind === 'reference';
}
