import { canRedo, canUndo, redo, undo } from '../state/history.ts';

/** Undo and redo for every edit in the page. */
export function HistoryButtons() {
  return (
    <>
      <button
        type="button"
        class="icon"
        aria-label="Undo"
        title="Undo (Ctrl+Z)"
        disabled={!canUndo.value}
        onClick={undo}
      >
        ↶
      </button>
      <button
        type="button"
        class="icon"
        aria-label="Redo"
        title="Redo (Ctrl+Y)"
        disabled={!canRedo.value}
        onClick={redo}
      >
        ↷
      </button>
    </>
  );
}
