/** The browser of the tests. */
import { existsSync } from 'node:fs';

/** Where Debian puts Chromium. The shell has no windows of its own, which cost more than a page. */
const PLACES = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** Path of Chromium: FERRULE_CHROMIUM, else the first one that is installed. */
export const CHROMIUM = process.env['FERRULE_CHROMIUM'] ?? PLACES.find(existsSync) ?? '/usr/bin/chromium';
export const HAS_CHROMIUM = existsSync(CHROMIUM);
