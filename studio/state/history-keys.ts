import { redo, undo } from './history.ts';

/** Controls whose text is part of the history; others, such as a search, have their own. */
const OWN_TEXT = 'input, textarea';
const IN_HISTORY = '.form';

/** Ctrl+Z, Ctrl+Y and Ctrl+Shift+Z anywhere in the page. */
export function startHistoryKeys(): void {
  addEventListener(
    'keydown',
    (event) => {
      const key = event.key.toLowerCase();
      if (!(event.ctrlKey || event.metaKey) || event.altKey || (key !== 'z' && key !== 'y')) return;
      const target = event.composedPath()[0];
      if (target instanceof Element && target.matches(OWN_TEXT) && target.closest(IN_HISTORY) === null)
        return;
      event.preventDefault();
      if (key === 'y' || event.shiftKey) redo();
      else undo();
    },
    { capture: true },
  );
}
