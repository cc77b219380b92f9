import { useLayoutEffect, useRef } from 'preact/hooks';
import type { GridColumn } from '../../../authoring/tables/grid.ts';

interface CellProps {
  readonly label: string;
  readonly kind: GridColumn['kind'];
  readonly text: string;
  readonly isActive: boolean;
  /** `null` unless the cell is being edited. */
  readonly draft: string | null;
  readonly onSelect: () => void;
  readonly onEdit: () => void;
  readonly onDraft: (text: string) => void;
  /** @param by rows and columns to move after it */
  readonly onCommit: (text: string, by: readonly [number, number]) => void;
  readonly onCancel: () => void;
}

/** A cell that can be edited where it stands. */
export function Cell({ label, kind, text, isActive, draft, ...told }: CellProps) {
  const input = useRef<HTMLInputElement>(null);
  const isEditing = draft !== null;
  /** The control that goes away loses the focus, which ends nothing a second time. */
  const hasEnded = useRef(false);
  const end = (how: () => void): void => {
    if (hasEnded.current) return;
    hasEnded.current = true;
    how();
  };
  useLayoutEffect(() => {
    hasEnded.current = false;
    if (!isEditing) return;
    input.current?.focus();
    input.current?.setSelectionRange(input.current.value.length, input.current.value.length);
  }, [isEditing]);
  return (
    <td
      role="gridcell"
      tabIndex={isActive ? 0 : -1}
      class={text === '-' && kind === 'input' ? `${kind} any` : kind}
      onFocus={(event) => {
        if (event.target === event.currentTarget && !isActive) told.onSelect();
      }}
      onDblClick={() => {
        if (!isEditing) told.onEdit();
      }}
    >
      {isEditing ? (
        <input
          ref={input}
          type="text"
          aria-label={label}
          size={Math.max(6, draft.length)}
          value={draft}
          onInput={(event) => told.onDraft(event.currentTarget.value)}
          onBlur={(event) => end(() => told.onCommit(event.currentTarget.value, [0, 0]))}
          onKeyDown={(event) => {
            event.stopPropagation();
            const { value } = event.currentTarget;
            if (event.key === 'Escape') end(told.onCancel);
            else if (event.key === 'Enter') end(() => told.onCommit(value, [1, 0]));
            else if (event.key === 'Tab') end(() => told.onCommit(value, [0, event.shiftKey ? -1 : 1]));
            else return;
            event.preventDefault();
          }}
        />
      ) : (
        text
      )}
    </td>
  );
}
