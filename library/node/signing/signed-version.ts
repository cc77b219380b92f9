/** The number of a signed text, in its first line: `# version: N`. */
const FIRST_LINE = /^# version: (\d{1,15})[ \t]*(?:\r?\n|$)/;

/** `null` if the text has none. */
export function signedVersion(text: string): number | null {
  const digits = FIRST_LINE.exec(text)?.[1];
  return digits === undefined ? null : Number(digits);
}

/** The text without that line. */
export function withoutVersion(text: string): string {
  return text.replace(FIRST_LINE, '');
}

/** The line that gives a text a number; empty for none. */
export function versionLine(version: number | null): string {
  return version === null ? '' : `# version: ${version}\n`;
}

/** Signed text for returning to a previously loaded ruleset. */
export function rollbackText(hash: string, version: number | null): string {
  return `${versionLine(version)}${hash}\n`;
}
