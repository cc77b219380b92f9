import { ABI_VERSION } from '../abi.ts';
import { FerruleError } from './errors.ts';

/** Throws FerruleError `incompatible_module` for a ruleset that was compiled for another version of the runtime. */
export function checkAbi(ruleset: { readonly abi: number }): void {
  if (ruleset.abi === ABI_VERSION) return;
  const versions = `ABI ${ruleset.abi}, not ${ABI_VERSION}`;
  throw new FerruleError(
    'incompatible_module',
    `The ruleset was compiled for another version of the runtime (${versions})`,
  );
}
