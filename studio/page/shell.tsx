import type { ComponentChildren } from 'preact';
import { token, signOut } from '../state/session.ts';
import { alertText, asking, isDirty, isSaved, progress } from '../state/state.ts';
import { writeAddress, type ScreenName } from '../state/address.ts';
import { HistoryButtons } from '../ui/history-buttons.tsx';
import { switchTheme, theme } from '../state/theme.ts';
import { RulesetChoiceBox } from './ruleset-choice.tsx';

export interface ShellScreen {
  readonly name: ScreenName;
  readonly title: string;
}

interface ShellProps {
  readonly screens: readonly ShellScreen[];
  readonly open: ShellScreen;
  readonly onSave: () => void;
  readonly onOpen: (id: string) => void;
  readonly onStop: () => void;
  readonly children: ComponentChildren;
}

/** What is around every screen: navigation, theme, progress and errors. */
export function Shell({ screens, open, onSave, onOpen, onStop, children }: ShellProps) {
  return (
    <>
      <a class="skip" href="#main">
        Skip to content
      </a>
      <header>
        <span class="brand">ferrule</span>
        <RulesetChoiceBox onOpen={onOpen} />
        <nav aria-label="Screens">
          {screens.map(({ name, title }) => (
            <a
              key={name}
              href={writeAddress(name)}
              {...(name === open.name ? { 'aria-current': 'page' as const } : {})}
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
          {token.value !== null && (
            <button type="button" onClick={() => signOut()}>
              Sign out
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
      <main id="main" tabIndex={-1} aria-label={open.title} aria-busy={asking.value > 0}>
        <h1>{open.title}</h1>
        {children}
      </main>
    </>
  );
}
