/** Folders that were warned about. */
const warned = new Set<string>();

/**
 * Warns that tools of the agent can change its own sums: this process writes the ledger, and they run as its user unless the
 * host arranges otherwise.
 *
 * @param warn default: `process.emitWarning`, once per folder
 */
export function ledgerWarning(folder: string, warn?: (text: string) => void): void {
  const text =
    `the ledger ${folder} can be written by the user of this process: tools that the agent runs as this user can change ` +
    'what it has spent. Decide through a service, or run tools as another user (docs/guides/budgets.md)';
  if (warn !== undefined) {
    warn(text);
    return;
  }
  if (warned.has(folder)) return;
  warned.add(folder);
  process.emitWarning(text, { type: 'FerruleWarning', code: 'FERRULE_LEDGER' });
}
