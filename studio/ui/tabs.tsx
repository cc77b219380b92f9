import type { ComponentChildren } from 'preact';

interface Tab {
  readonly id: string;
  readonly title: string;
  readonly content: () => ComponentChildren;
}

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly selected: string;
  readonly onSelect: (id: string) => void;
}

/** Tabs with their panel. Arrow keys move between tabs. */
export function Tabs({ label, tabs, selected, onSelect }: TabsProps) {
  const at = Math.max(
    0,
    tabs.findIndex(({ id }) => id === selected),
  );
  const open = tabs[at];
  const move = (event: KeyboardEvent): void => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const next = tabs[(at + by + tabs.length) % tabs.length];
    if (next === undefined) return;
    onSelect(next.id);
    document.getElementById(`tab-${next.id}`)?.focus();
  };
  return (
    <div class="tabs">
      <div role="tablist" aria-label={label} onKeyDown={move}>
        {tabs.map(({ id, title }) => (
          <button
            type="button"
            role="tab"
            id={`tab-${id}`}
            key={id}
            aria-selected={id === open?.id}
            aria-controls={`panel-${label.replace(/\W/g, '-')}`}
            tabIndex={id === open?.id ? 0 : -1}
            onClick={() => onSelect(id)}
          >
            {title}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`panel-${label.replace(/\W/g, '-')}`}
        aria-label={open?.title ?? label}
        tabIndex={0}
        class="panel"
      >
        {open?.content()}
      </div>
    </div>
  );
}
