/** Colours are for a terminal that can show them, unless NO_COLOR (no-color.org) holds anything. */
export function wantsColours(
  stream: { readonly isTTY?: boolean },
  environment: Readonly<Record<string, string | undefined>>,
): boolean {
  const { NO_COLOR: refused, TERM: terminal } = environment;
  return stream.isTTY === true && (refused === undefined || refused === '') && terminal !== 'dumb';
}
