/** Keys of the screen. Users who dictate or use other tools can turn them off. */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { ApprovalAnswer } from '../../protocol/service.ts';
import { moveSelection, selected } from './book.ts';

const KEPT = 'ferrule-studio-approval-keys';

export const hasKeys = signal(localStorage.getItem(KEPT) !== 'off');

export function setKeys(isOn: boolean): void {
  hasKeys.value = isOn;
  if (isOn) localStorage.removeItem(KEPT);
  else localStorage.setItem(KEPT, 'off');
}

/** The answer that Enter in the reason gives; `null` until `a` or `r` was pressed. */
export const intended = signal<ApprovalAnswer | null>(null);

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(?:input|textarea|select)$/i.test(target.tagName));

/** j and k move, a and r go to the reason. */
export function useKeys(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!hasKeys.value || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const act = KEYS[event.key];
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

const KEYS: Readonly<Record<string, () => void>> = {
  j: () => move(1),
  k: () => move(-1),
  a: () => intend('approved'),
  r: () => intend('rejected'),
};

function move(by: 1 | -1): void {
  moveSelection(by);
  // After the list has been drawn again.
  requestAnimationFrame(() => document.getElementById(`waiting-${selected.value}`)?.focus());
}

function intend(answer: ApprovalAnswer): void {
  const reason = document.getElementById('approval-reason');
  if (reason === null) return;
  intended.value = answer;
  reason.focus();
}
