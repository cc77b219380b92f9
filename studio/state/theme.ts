import { effect, signal } from '@preact/signals';

const KEPT = 'ferrule-studio-theme';
const system = (): 'dark' | 'light' =>
  matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';

export const theme = signal<'dark' | 'light'>(
  (localStorage.getItem(KEPT) as 'dark' | 'light' | null) ?? system(),
);

effect(() => {
  document.documentElement.dataset['theme'] = theme.value;
});

export function switchTheme(): void {
  theme.value = theme.value === 'dark' ? 'light' : 'dark';
  localStorage.setItem(KEPT, theme.value);
}
