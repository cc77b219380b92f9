import { isSettings } from './settings-folder.ts';

/** Sources that hold rows, or the declaration of a document, and no rules. */
export function isDataFile(path: string): boolean {
  return isRowsFile(path) || isDeclarationFile(path);
}

/** True if `file:` of a relation or table can name this path. */
export function isRowsFile(path: string): boolean {
  return /\.csv$/i.test(path);
}

/** True if `input:` can name this path. Files with values of constants are also JSON, and are excluded. */
export function isDeclarationFile(path: string): boolean {
  return /\.json$/i.test(path) && !isSettings(path);
}
