/** Node's error for an import of a package that is not installed. */
const MISSING = /^Cannot find package '((?:@[^/']+\/)?[^/']+)'/;

/**
 * Message for a missing optional package: packages that only some users need are not installed with
 * `--omit=optional`. Null for every other error.
 */
export function missingPackage(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || error.code !== 'ERR_MODULE_NOT_FOUND') return null;
  const name = MISSING.exec(error.message)?.[1];
  return name === undefined ? null : `this needs the package ${name}: run \`npm install ${name}\``;
}
