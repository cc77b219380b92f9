import type { ComponentProps } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { firstVerdict } from '../state/first-verdict.ts';
import { alertText, asking } from '../state/state.ts';
import type { Editor } from './editor.tsx';

type EditorComponent = typeof Editor;

let loaded: EditorComponent | null = null;

/** The editor, which is by far the largest part of the page: its code is read after the first verdict. Until then the text is shown. */
export function LazyEditor(props: ComponentProps<EditorComponent>) {
  const [component, setComponent] = useState<EditorComponent | null>(() => loaded);
  useEffect(() => {
    if (component !== null) return;
    asking.value++;
    void firstVerdict
      .then(() => import('./editor.tsx'))
      .then((module) => {
        loaded = module.Editor;
        setComponent(() => loaded);
      })
      .catch((error: unknown) => {
        const why = error instanceof Error ? error.message : String(error);
        alertText.value = `The editor cannot be loaded: ${why}. Load the page again to try once more.`;
      })
      .finally(() => asking.value--);
  }, []);
  if (component === null) return <pre class="editor unread">{props.text}</pre>;
  const Loaded = component;
  return <Loaded {...props} />;
}
