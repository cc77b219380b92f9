import { files, openPath } from '../../state/state.ts';

/** The files of the ruleset as a tree of one level: paths are short, and folders only sort them. */
export function FileTree() {
  const paths = files.value.map(({ path }) => path);
  const move = (event: KeyboardEvent, at: number): void => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const items = (event.currentTarget as HTMLElement).parentElement?.children;
    (items?.[Math.min(paths.length - 1, Math.max(0, at + by))] as HTMLElement | undefined)?.focus();
  };
  return (
    <ul role="tree" aria-label="Files" class="tree">
      {files.value.map(({ path, text, saved }, i) => (
        <li
          role="treeitem"
          key={path}
          aria-selected={path === openPath.value}
          aria-label={text === saved ? path : `${path}, unsaved`}
          tabIndex={path === openPath.value ? 0 : -1}
          onClick={() => (openPath.value = path)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' || event.key === ' ') openPath.value = path;
            else move(event, i);
          }}
        >
          {path}
          {text !== saved && <span class="dot" aria-hidden="true" />}
        </li>
      ))}
    </ul>
  );
}
