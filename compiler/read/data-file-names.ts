import { isSettings } from './settings-folder.ts';

/** Sources that hold rows, or the declaration of a document, and no rules. */
export function isDataFile(path: string): boolean {
  return isRowsFile(path) || isDeclarationFile(path);
}

/** What `file:` of a relation or table may name. */
export function isRowsFile(path: string): boolean {
  return /\.csv$/i.test(path);
}

/** What `input:` may name. Values for constants are JSON, too. */
export function isDeclarationFile(path: string): boolean {
  return /\.json$/i.test(path) && !isSettings(path);
}
