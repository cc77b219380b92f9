interface Place {
  readonly row: number;
  readonly column: number;
}

/** Rows that Page Up and Page Down pass. */
const PAGE = 10;

/** Where a key leads from a cell; `null` for a key that does not move. */
export function movedBy(
  { key, ctrlKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey'>,
  { row, column, rows, columns }: Place & { readonly rows: number; readonly columns: number },
): Place | null {
  switch (key) {
    case 'ArrowUp':
      return { row: row - 1, column };
    case 'ArrowDown':
      return { row: row + 1, column };
    case 'ArrowLeft':
      return { row, column: column - 1 };
    case 'ArrowRight':
      return { row, column: column + 1 };
    case 'PageUp':
      return { row: row - PAGE, column };
    case 'PageDown':
      return { row: row + PAGE, column };
    case 'Home':
      return { row: ctrlKey ? 0 : row, column: 0 };
    case 'End':
      return { row: ctrlKey ? rows - 1 : row, column: columns - 1 };
    default:
      return null;
  }
}
