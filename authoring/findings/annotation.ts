/** A workflow command of GitHub Actions that marks a place in a file. */
export function annotation(
  kind: 'error' | 'warning' | 'notice',
  properties: Readonly<Record<string, string | number>>,
  message: string,
): string {
  const written = Object.entries(properties).map(([key, value]) => `${key}=${escapeProperty(String(value))}`);
  return `::${kind} ${written.join(',')}::${escape(message)}\n`;
}

function escape(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escape(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
