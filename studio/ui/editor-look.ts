/** Colours of editors, from the tokens of the design system. */
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const COLORS = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--code-key)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--code-text)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--code-number)' },
  { tag: tags.comment, color: 'var(--code-comment)', fontStyle: 'italic' },
  { tag: [tags.keyword, tags.meta], color: 'var(--code-word)' },
]);

const THEME = EditorView.theme({
  '&': { height: '100%', backgroundColor: 'var(--surface)', color: 'var(--text)' },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '-2px' },
  '.cm-content, .cm-gutters': { font: '13px/1.55 var(--mono)' },
  '.cm-gutters': { backgroundColor: 'var(--surface)', border: '0', color: 'var(--muted)' },
  '.cm-coverage': { width: '5px' },
  '.cm-covered': { width: '4px', height: '100%' },
  '.cm-covered-all': { backgroundColor: 'var(--allow)' },
  '.cm-covered-some': { backgroundColor: 'var(--escalate)' },
  '.cm-covered-none': { backgroundColor: 'var(--deny)' },
  '.cm-activeLine, .cm-activeLineGutter': {
    backgroundColor: 'color-mix(in srgb, var(--accent) 7%, transparent)',
  },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--accent) 25%, transparent)',
  },
  '.cm-tooltip': {
    backgroundColor: 'var(--surface)',
    color: 'var(--text)',
    border: '1px solid var(--line)',
  },
  '.cm-collapsedLines': { color: 'var(--muted)', background: 'var(--raised)' },
  // Their signs are missing in many fonts.
  '.cm-collapsedLines::before, .cm-collapsedLines::after': { content: 'none' },
  '.cm-foldPlaceholder': { backgroundColor: 'var(--raised)', border: '0', color: 'var(--muted)' },
});

export const EDITOR_LOOK: Extension = [THEME, syntaxHighlighting(COLORS)];
