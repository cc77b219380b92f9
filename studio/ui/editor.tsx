import { defaultKeymap, indentWithTab } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { yaml } from '@codemirror/lang-yaml';
import {
  bracketMatching,
  defaultHighlightStyle,
  foldGutter,
  indentOnInput,
  syntaxHighlighting,
} from '@codemirror/language';
import { setDiagnostics, type Diagnostic } from '@codemirror/lint';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, Prec, type Extension } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { LineCovered } from '../protocol/messages.ts';
import { COVERAGE_GUTTER, showCoverage } from './coverage-gutter.ts';
import { EDITOR_LOOK } from './editor-look.ts';
import { YAML_INDENT } from './yaml-indent.ts';

interface EditorProps {
  readonly label: string;
  readonly language: 'yaml' | 'json' | 'text';
  /** Identifies the document: another one has a cursor of its own. */
  readonly document: string;
  readonly text: string;
  /** The text as it is now: it may be newer than `text`, which is that of the last rendering. */
  readonly readText: () => string;
  readonly onChange: (text: string) => void;
  readonly diagnostics?: readonly Diagnostic[];
  /** Line to select, from 1; a new object selects it again. */
  readonly shown?: { readonly line: number } | null;
  /** Help for this document, once there is any. */
  readonly assistance?: Extension | null;
  /** What cases reached, by line from 1. */
  readonly covered?: ReadonlyMap<number, LineCovered> | null;
}

const assistanceOf = new Compartment();

const LANGUAGES = { yaml: () => [yaml(), YAML_INDENT], json: () => [json()], text: () => [] };

function extensions(
  { label, language, assistance }: EditorProps,
  onChange: (text: string) => void,
): Extension {
  return [
    lineNumbers(),
    COVERAGE_GUTTER,
    foldGutter(),
    drawSelection(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    highlightSelectionMatches(),
    indentOnInput(),
    bracketMatching(),
    EDITOR_LOOK,
    syntaxHighlighting(defaultHighlightStyle, { fallback: true }),
    LANGUAGES[language](),
    // Before the keys of completion.
    Prec.highest(LEAVES_BY_TAB),
    assistanceOf.of(assistance ?? []),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ 'aria-label': label }),
    keymap.of([...defaultKeymap, ...searchKeymap, indentWithTab]),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) onChange(update.state.doc.toString());
    }),
  ];
}

/** Escape, then Tab, leaves the editor: otherwise the keyboard is caught in it. Also when Escape closes a list of completions. */
const LEAVES_BY_TAB = keymap.of([
  {
    key: 'Escape',
    run(view) {
      view.setTabFocusMode(2000);
      return false;
    },
  },
]);

/** The one part in which two texts differ; the cursor and the rest of the text stay where they are. */
function changeBetween(before: string, after: string) {
  if (before === after) return null;
  const most = Math.min(before.length, after.length);
  let from = 0;
  while (from < most && before[from] === after[from]) from++;
  let behind = 0;
  while (behind < most - from && before.at(-1 - behind) === after.at(-1 - behind)) behind++;
  return { from, to: before.length - behind, insert: after.slice(from, after.length - behind) };
}

/** A text editor. Undo and redo are those of the page, which has one history for all edits. */
export function Editor(props: EditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const latest = useRef(props);
  const states = useRef(new Map<string, EditorState>());
  const opened = useRef(props.document);
  latest.current = props;

  useEffect(() => {
    // In a shadow root the editor adopts its style sheets, which the page's policy allows; in the document it would add elements.
    const root = host.current!.attachShadow({ mode: 'open' });
    const made = new EditorView({
      parent: root,
      root,
      state: EditorState.create({
        doc: latest.current.text,
        extensions: extensions(props, (text) => latest.current.onChange(text)),
      }),
    });
    view.current = made;
    return () => made.destroy();
  }, []);

  // Before the next key: a text that is older than the editor's would undo it.
  useLayoutEffect(() => {
    const editor = view.current;
    if (editor === null) return;
    if (opened.current !== props.document) {
      states.current.set(opened.current, editor.state);
      opened.current = props.document;
      editor.setState(
        states.current.get(props.document) ??
          EditorState.create({
            doc: props.text,
            extensions: extensions(props, (text) => latest.current.onChange(text)),
          }),
      );
    }
    const present = editor.state.doc.toString();
    const change = changeBetween(present, props.readText());
    if (change !== null)
      editor.dispatch({
        changes: change,
        selection: { anchor: change.from + change.insert.length },
        scrollIntoView: true,
      });
  }, [props.document, props.text]);

  useEffect(() => {
    const editor = view.current;
    const wanted = props.assistance ?? [];
    if (editor === null || assistanceOf.get(editor.state) === wanted) return;
    editor.dispatch({ effects: assistanceOf.reconfigure(wanted) });
  }, [props.document, props.assistance]);

  useEffect(() => {
    const editor = view.current;
    if (editor === null) return;
    const { length } = editor.state.doc;
    const within = (props.diagnostics ?? []).map((one) => ({
      ...one,
      from: Math.min(one.from, length),
      to: Math.min(Math.max(one.to, one.from), length),
    }));
    editor.dispatch(setDiagnostics(editor.state, within));
  }, [props.diagnostics]);

  useEffect(() => {
    const editor = view.current;
    if (editor === null || props.shown === undefined || props.shown === null) return;
    const line = editor.state.doc.line(Math.min(Math.max(1, props.shown.line), editor.state.doc.lines));
    editor.dispatch({
      selection: { anchor: line.from, head: line.to },
      effects: EditorView.scrollIntoView(line.from, { y: 'center' }),
    });
    editor.focus();
  }, [props.shown]);

  useEffect(() => {
    if (view.current !== null) showCoverage(view.current, props.covered ?? new Map());
  }, [props.covered, props.document]);

  return <div class="editor" ref={host} />;
}
