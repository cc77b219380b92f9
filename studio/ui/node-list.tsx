import { useContext } from 'preact/hooks';
import type { Node } from '../protocol/messages.ts';
import { ShowPlace } from './place.tsx';

const MARKS = { true: '✓', false: '✗', null: '?' } as const;
const WORDS = { true: 'holds', false: 'does not hold', null: 'unknown' } as const;

/** An explanation as nested lists. Each line has a mark for its truth and a link to its place in the rules. */
export function NodeList({ nodes }: { readonly nodes: readonly Node[] }) {
  return (
    <ul class="nodes">
      {nodes.map((node, i) => (
        <li key={i}>
          <span class={`mark mark-${String(node.holds)}`} role="img" aria-label={WORDS[`${node.holds}`]}>
            {MARKS[`${node.holds}`]}
          </span>
          <span class="node-text">{node.text}</span> <PlaceLink {...node.place} />
          {node.children !== undefined && node.children.length > 0 && <NodeList nodes={node.children} />}
        </li>
      ))}
    </ul>
  );
}

/** A link that selects the line in the editor, or shows it where the source is of another time. */
export function PlaceLink({ file, line }: Node['place']) {
  const show = useContext(ShowPlace);
  return (
    <a
      href="#/rules"
      class="place"
      onClick={(event) => {
        event.preventDefault();
        show(file, line);
      }}
    >{`${file}:${line}`}</a>
  );
}
