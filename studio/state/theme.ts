import { effect, signal } from '@preact/signals';
import { readAddress } from './address.ts';

const KEPT = 'ferrule-studio-theme';
const system = (): 'dark' | 'light' =>
  matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';

/** True in the frame of a playground: the page around it has the navigation, and says its theme in the address. */
const isEmbedded = window.parent !== window;
const given = readAddress(location.hash).keys.get('theme');
const own = isEmbedded && (given === 'dark' || given === 'light') ? given : localStorage.getItem(KEPT);

export const theme = signal<'dark' | 'light'>((own as 'dark' | 'light' | null) ?? system());

document.documentElement.classList.toggle('embedded', isEmbedded);

effect(() => {
  document.documentElement.dataset['theme'] = theme.value;
});

export function switchTheme(): void {
  theme.value = theme.value === 'dark' ? 'light' : 'dark';
  localStorage.setItem(KEPT, theme.value);
}
