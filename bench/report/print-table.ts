import type { Row } from './row.ts';

const HEAD = ['', 'what', 'measured', 'compared', 'target', ''];

/** The rows as a Markdown table whose columns line up. */
export function printTable(rows: readonly Row[]): string {
  const cells = rows.map(({ workload, what, measured, compared, target, verdict }) =>
    [workload, what, measured, compared, target, verdict].map((cell) => cell.replaceAll('|', '/')),
  );
  const widths = HEAD.map((head, column) =>
    Math.max(3, head.length, ...cells.map((row) => row[column]!.length)),
  );
  const line = (row: readonly string[]): string => {
    const padded = row.map((cell, column) =>
      column === 2 ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!),
    );
    return `| ${padded.join(' | ')} |`;
  };
  const rule = widths.map((width, column) =>
    column === 2 ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width),
  );
  return [line(HEAD), line(rule), ...cells.map(line)].join('\n');
}
