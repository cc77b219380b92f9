import { MergeView } from '@codemirror/merge';
import { yaml } from '@codemirror/lang-yaml';
import { EditorState } from '@codemirror/state';
import { EditorView, lineNumbers } from '@codemirror/view';
import { useEffect, useRef } from 'preact/hooks';
import { isRules } from '../../protocol/file-kinds.ts';
import type { StudioFile } from '../../protocol/messages.ts';
import { EDITOR_LOOK } from '../../ui/editor-look.ts';

interface TextDiffProps {
  readonly before: readonly StudioFile[];
  readonly after: readonly StudioFile[];
}

/** The texts of the files that differ, one below the other. */
function joined(files: readonly StudioFile[], others: readonly StudioFile[]): string {
  const isOne = others.length === 1 || files.length === 1;
  return files
    .filter(({ path, text }) => isOne || others.find((one) => one.path === path)?.text !== text)
    .map(({ path, text }) => (isOne ? text : `# ${path}\n${text}`))
    .join('\n');
}

/** Old and new text side by side. */
export function TextDiff({ before, after }: TextDiffProps) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const root = host.current!.shadowRoot ?? host.current!.attachShadow({ mode: 'open' });
    const [old, latest] = [before.filter(isRules), after.filter(isRules)];
    const how = [
      lineNumbers(),
      yaml(),
      EDITOR_LOOK,
      EditorView.lineWrapping,
      EditorState.readOnly.of(true),
      EditorView.editable.of(false),
    ];
    const view = new MergeView({
      a: { doc: joined(old, latest), extensions: how },
      b: { doc: joined(latest, old), extensions: how },
      parent: root,
      root,
      collapseUnchanged: { margin: 3 },
    });
    return () => view.destroy();
  }, [before, after]);
  return <section aria-label="Text diff" class="text-diff" ref={host} tabIndex={0} />;
}
