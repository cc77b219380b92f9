// The studio of the build in Chromium: FERRULE_CHROMIUM, else /usr/bin/chromium.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chromium } from 'playwright-core';

const CHROMIUM = process.env.FERRULE_CHROMIUM ?? '/usr/bin/chromium';

export const launchChromium = () =>
  chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] });

/**
 * Starts `ferrule studio` on a free port.
 *
 * @param path file or folder that it opens
 * @returns its address with the key, and what ends it
 */
export async function startStudio(path) {
  const child = spawn(process.execPath, ['dist/cli.js', 'studio', path, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [printed] = await once(child.stdout, 'data');
  return { url: String(printed).trim().slice('Studio: '.length), end: () => child.kill() };
}
