import type { ComponentChildren } from 'preact';
import { address, alertText, asking, isDirty, isSaved, progress, ruleset, rulesets } from '../state/state.ts';
import { writeAddress, type ScreenName } from '../state/address.ts';
import { HistoryButtons } from '../ui/history-buttons.tsx';
import { switchTheme, theme } from '../state/theme.ts';

export interface ShellScreen {
  readonly name: ScreenName;
  readonly title: string;
}

interface ShellProps {
  readonly screens: readonly ShellScreen[];
  readonly onSave: () => void;
  readonly onOpen: (ruleset: string) => void;
  readonly onStop: () => void;
  readonly children: ComponentChildren;
}

/** What is around every screen: navigation, theme, progress and errors. */
export function Shell({ screens, onSave, onOpen, onStop, children }: ShellProps) {
  const open = screens.find(({ name }) => name === address.value.screen) ?? screens[0];
  return (
    <>
      <a class="skip" href="#main">
        Skip to content
      </a>
      <header>
        <span class="brand">ferrule</span>
        {rulesets.value.length > 1 ? (
          <select
            aria-label="Ruleset"
            value={ruleset.value}
            onChange={(event) => onOpen(event.currentTarget.value)}
          >
            {rulesets.value.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        ) : (
          <span class="ruleset">{ruleset.value}</span>
        )}
        <nav aria-label="Screens">
          {screens.map(({ name, title }) => (
            <a
              key={name}
              href={writeAddress(name)}
              {...(name === open?.name ? { 'aria-current': 'page' as const } : {})}
            >
              {title}
            </a>
          ))}
        </nav>
        <div class="tools">
          {progress.value !== null && (
            <>
              <span role="status" aria-label="Progress">{`${progress.value}…`}</span>
              <button type="button" onClick={onStop}>
                Stop
              </button>
            </>
          )}
          <HistoryButtons />
          {isSaved.value && (
            <button type="button" class="primary" disabled={!isDirty.value} onClick={onSave}>
              Save
            </button>
          )}
          <button type="button" aria-label="Theme" class="icon" onClick={switchTheme}>
            {theme.value === 'dark' ? '☀' : '☾'}
          </button>
        </div>
      </header>
      {alertText.value !== null && (
        <div role="alert" class="alert">
          <span>{alertText.value}</span>
          <button type="button" aria-label="Dismiss" onClick={() => (alertText.value = null)}>
            ✕
          </button>
        </div>
      )}
      <main id="main" tabIndex={-1} aria-label={open?.title ?? ''} aria-busy={asking.value > 0}>
        <h1>{open?.title}</h1>
        {children}
      </main>
    </>
  );
}
