/** The explanation of a decision: the rules that led to it, and those that did not fire. */
import { useState } from 'preact/hooks';
import type { Answers, RuleNodes } from '../protocol/messages.ts';
import { NodeList, PlaceLink } from './node-list.tsx';

interface ExplanationProps {
  /** `null` while it is computed. */
  readonly explained: Pick<Answers['explain'], 'why' | 'whyNot'> | null;
}

export function Why({ explained }: ExplanationProps) {
  if (explained !== null && explained.why.length === 0)
    return <p class="empty">No rule fired, so the default decision applies.</p>;
  return (
    <ol class="rules">
      {(explained?.why ?? []).map(({ rule, place, nodes }, i) => (
        <li key={i}>
          <b>{rule}</b> <PlaceLink {...place} />
          <NodeList nodes={nodes} />
        </li>
      ))}
    </ol>
  );
}

export function WhyNot({ explained }: ExplanationProps) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const toggle = (rule: string): void => {
    const next = new Set(opened);
    if (!next.delete(rule)) next.add(rule);
    setOpened(next);
  };
  return (
    <ul aria-label="Rules that did not fire" class="rules">
      {(explained?.whyNot ?? []).map((one) => (
        <NotFired key={one.rule} {...one} isOpen={opened.has(one.rule)} onToggle={() => toggle(one.rule)} />
      ))}
    </ul>
  );
}

interface NotFiredProps extends RuleNodes {
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

function NotFired({ rule, nodes, isOpen, onToggle }: NotFiredProps) {
  return (
    <li>
      <button type="button" class="disclose" aria-expanded={isOpen} onClick={onToggle}>
        {rule}
      </button>
      {isOpen && <NodeList nodes={nodes} />}
    </li>
  );
}
