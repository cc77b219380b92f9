import { useEffect, useRef } from 'preact/hooks';
import type { StudioFile } from '../../protocol/messages.ts';

interface SourceViewProps {
  readonly file: StudioFile;
  /** From 1. */
  readonly line: number;
}

/** A file of a ruleset as it was, with a line marked. */
export function SourceView({ file, line }: SourceViewProps) {
  const marked = useRef<HTMLLIElement>(null);
  useEffect(() => marked.current?.scrollIntoView({ block: 'nearest' }), [file, line]);
  return (
    <section aria-label="Source of that time" class="source-view">
      <h3>{`${file.path}:${line}`}</h3>
      <ol class="source-lines" tabIndex={0}>
        {file.text.split('\n').map((text, i) => (
          <li
            key={i}
            {...(i + 1 === line ? { ref: marked, class: 'marked', 'aria-current': 'true' as const } : {})}
          >
            <code>{text}</code>
          </li>
        ))}
      </ol>
    </section>
  );
}
