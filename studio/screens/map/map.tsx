import { signal } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import { current, decided, explained } from '../../state/state.ts';
import type { Work } from '../../state/work.ts';
import { PlaceLink } from '../../ui/node-list.tsx';
import type { RulesetMap } from '../../protocol/messages.ts';
import { curveOf, endsOf, idOf, isLong, shownName, type PlacedMap, type PlacedNode } from './graph.ts';
import { layoutMap } from './layout.ts';

const selected = signal<string | null>(null);
const firing = signal(0);

const WORDS = {
  matches: 'matches',
  negates: 'must not match',
  asserts: 'asserts',
  retracts: 'retracts',
  decides: 'decides',
} as const;

/** Screen 2: the ruleset as a picture, and the firings of the request. */
export function MapScreen({ work }: { readonly work: Work }) {
  const [drawn, setDrawn] = useState<{ readonly map: RulesetMap; readonly placed: PlacedMap } | null>(null);
  const hasErrors = decided.value?.problems.some(({ severity }) => severity === 'error') ?? false;
  const shown = current.value;
  useEffect(() => {
    if (hasErrors) return;
    let isCurrent = true;
    void work.run('map', 'Drawing the map').then((map) => {
      if (isCurrent && map !== null) setDrawn({ map, placed: layoutMap(map) });
    });
    return () => {
      isCurrent = false;
    };
  }, [shown, hasErrors]);
  if (hasErrors) return <p class="empty">The map appears when the rules have no errors.</p>;
  if (drawn === null) return <p class="empty">Drawing…</p>;
  const { map, placed } = drawn;
  return (
    <div class="map-columns">
      <div class="map-scroll" tabIndex={0}>
        <Picture placed={placed} />
      </div>
      <aside class="column">
        <Play />
        <Neighbours map={map} />
      </aside>
    </div>
  );
}

function Picture({ placed: { nodes, edges, lanes, width, height } }: { readonly placed: PlacedMap }) {
  const fired = explained.value?.firings[firing.value - 1]?.rule;
  const firedId = fired === undefined ? null : idOf('rule', fired);
  // What is selected stands out with its neighbours, and so does the rule that fires.
  const at = selected.value ?? firedId;
  const near = new Set(edges.flatMap((edge) => (endsOf(edge).some((end) => end === at) ? endsOf(edge) : [])));
  const picture = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (firedId !== null)
      picture.current?.querySelector('.fired')?.scrollIntoView({ block: 'center', inline: 'center' });
  }, [firedId]);
  return (
    <div
      ref={picture}
      role="group"
      aria-label="Map"
      class="map"
      style={{ width: `${width}px`, height: `${height}px` }}
    >
      {lanes.map(({ module, left, right }) => (
        <div key={module} class="lane" style={{ left: `${left}px`, width: `${right - left}px` }}>
          {module}
        </div>
      ))}
      <svg width={width} height={height} aria-hidden="true">
        <defs>
          <marker
            id="arrow"
            viewBox="0 0 8 8"
            refX="7"
            refY="4"
            markerWidth="7"
            markerHeight="7"
            orient="auto"
          >
            <path d="M0 0 8 4 0 8z" />
          </marker>
        </defs>
        {edges.map((edge, i) => {
          const isNear = at !== null && endsOf(edge).includes(at);
          const dim = at === null ? (isLong(edge) ? ' long' : '') : isNear ? ' near' : ' dim';
          return (
            <path key={i} d={curveOf(edge)} class={`edge edge-${edge.kind}${dim}`} marker-end="url(#arrow)" />
          );
        })}
      </svg>
      {nodes.map((node) => (
        <MapNode
          key={node.id}
          {...node}
          isDim={at !== null && node.id !== at && !near.has(node.id)}
          isFired={node.id === firedId}
        />
      ))}
    </div>
  );
}

function MapNode({
  id,
  kind,
  name,
  module,
  x,
  y,
  width,
  height,
  isDim,
  isFired,
}: PlacedNode & { readonly isDim: boolean; readonly isFired: boolean }) {
  return (
    <button
      type="button"
      aria-label={id}
      aria-pressed={selected.value === id}
      class={`node node-${kind}${kind === 'decision' ? ` decision-${name}` : ''}${isDim ? ' dim' : ''}${isFired ? ' fired' : ''}`}
      style={{
        left: `${x - width / 2}px`,
        top: `${y - height / 2}px`,
        width: `${width}px`,
        height: `${height}px`,
      }}
      onClick={() => (selected.value = selected.value === id ? null : id)}
    >
      {shownName({ kind, name, module })}
    </button>
  );
}

function Neighbours({ map }: { readonly map: RulesetMap }) {
  const at = selected.value;
  if (at === null) return <p class="empty">Select a rule, a template or a decision to see its neighbours.</p>;
  const own = map.edges.filter((edge) => endsOf(edge).includes(at));
  const place = map.rules.find(({ name }) => `rule ${name}` === at)?.place;
  return (
    <div>
      <h2>{at}</h2>
      {place !== undefined && <PlaceLink {...place} />}
      <ul aria-label="Neighbours" class="neighbours">
        {own.map(({ kind, rule, other }, i) => (
          <li key={i}>{at === `rule ${rule}` ? `${WORDS[kind]} ${other}` : `${rule} ${WORDS[kind]} it`}</li>
        ))}
      </ul>
    </div>
  );
}

/** A slider through the firings of the request. */
function Play() {
  const { firings = [], given = [] } = explained.value ?? {};
  const step = Math.min(firing.value, firings.length);
  const facts = new Set(given);
  for (const { asserted, retracted } of firings.slice(0, step)) {
    for (const fact of retracted) facts.delete(fact);
    for (const fact of asserted) facts.add(fact);
  }
  const last = firings[step - 1];
  return (
    <div class="play">
      <label class="field">
        <span>Firing</span>
        <input
          type="range"
          aria-label="Firing"
          min={0}
          max={firings.length}
          value={step}
          onInput={(event) => (firing.value = Number(event.currentTarget.value))}
        />
      </label>
      <p>{last === undefined ? 'Before any rule fires' : `${step} of ${firings.length}: ${last.rule}`}</p>
      <h2>Facts</h2>
      {facts.size === 0 && <p class="empty">The request on the screen “Rules” has no facts.</p>}
      <ul aria-label="Facts" class="facts">
        {[...facts].map((fact) => (
          <li key={fact} class={last?.asserted.includes(fact) === true ? 'new' : ''}>
            {fact}
          </li>
        ))}
      </ul>
    </div>
  );
}
