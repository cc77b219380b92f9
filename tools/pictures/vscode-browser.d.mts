import type { Locator, Page } from 'playwright-core';

/** Folder `dist` of VS Code for the web. */
export const VSCODE: string;
/** The extension as `npm run build:vscode` packs it. */
export const VSIX: string;

/** The folder that VS Code would unpack the extension to. */
export function unpackExtension(): Promise<string>;

interface Vscode {
  readonly page: Page;
  /** Presses the keys until something is seen that they ask for. */
  readonly pressUntil: (keys: readonly string[], seen: Locator) => Promise<void>;
  readonly open: (name: string) => Promise<void>;
  /** Line and column from 1. */
  readonly goTo: (line: number, column: number) => Promise<void>;
  /** Runs a command of the palette by its whole name. */
  readonly command: (name: string) => Promise<void>;
  readonly end: () => Promise<void>;
}

export function startVscode(folder: string): Promise<Vscode>;
