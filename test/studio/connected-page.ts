/** The page of a service in Chromium, signed in. */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { ConnectedService } from './connected-service.ts';
import { openPage, settled, type OpenedPage } from './studio-page.ts';

export const TOKEN = 'token-of-everyone';

/** Types a token and signs in. */
export async function signIn(page: Page, token: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Token' }).fill(token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await settled(page);
}

/** Opens a screen by its link. */
export async function goTo(page: Page, screen: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: screen }).click();
  await settled(page);
}

/** Opens a screen of the page with a token. */
export async function openScreen(
  browser: Browser,
  { url }: Pick<ConnectedService, 'url'>,
  screen: string,
  { token = TOKEN, ...options }: BrowserContextOptions & { readonly token?: string } = {},
): Promise<OpenedPage> {
  const opened = await openPage(browser, `${url}#/${screen.toLowerCase()}`, options);
  await signIn(opened.page, token);
  return opened;
}
