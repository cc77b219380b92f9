import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { RulesScreen } from '../screens/rules/rules.tsx';
import type { Mode } from '../state/mode.ts';
import { asking } from '../state/state.ts';
import type { Work } from '../state/work.ts';
import type { ShellScreen } from './shell.tsx';

type ScreenComponent = ComponentType<{ readonly work: Work }>;

interface Screen extends ShellScreen {
  /** The first screen is part of the page; the others are fetched when they are opened. */
  readonly load: () => Promise<ScreenComponent>;
  /** Only for screens that show data of the service: what a token is for there. */
  readonly purpose?: string;
}

/** THE table of screens, in the order of the navigation. */
const SCREENS: readonly [Screen, ...Screen[]] = [
  { name: 'rules', title: 'Rules', load: () => Promise.resolve(RulesScreen) },
  { name: 'map', title: 'Map', load: async () => (await import('../screens/map/map.tsx')).MapScreen },
  {
    name: 'tables',
    title: 'Tables',
    load: async () => (await import('../screens/tables/tables.tsx')).TablesScreen,
  },
  {
    name: 'tests',
    title: 'Tests',
    load: async () => (await import('../screens/tests/tests.tsx')).TestsScreen,
  },
  {
    name: 'compare',
    title: 'Compare',
    load: async () => (await import('../screens/compare/compare.tsx')).CompareScreen,
  },
  {
    name: 'decisions',
    title: 'Decisions',
    load: async () => (await import('../screens/decisions/decisions.tsx')).DecisionsScreen,
    purpose: 'read its decision log',
  },
  {
    name: 'approvals',
    title: 'Approvals',
    load: async () => (await import('../screens/approvals/approvals.tsx')).ApprovalsScreen,
    purpose: 'see the calls that wait for a person',
  },
  {
    name: 'operate',
    title: 'Operate',
    load: async () => (await import('../screens/operate/operate.tsx')).OperateScreen,
    purpose: 'see what it runs and to reload its ruleset',
  },
];

/** The screens that a page has. */
export function screensOf({ kind }: Mode): readonly [Screen, ...Screen[]] {
  const [first, ...others] = SCREENS;
  return [first, ...others.filter(({ purpose }) => kind === 'connected' || purpose === undefined)];
}

/** Shows a screen as soon as its code is there. */
export function OpenScreen({ screen, work }: { readonly screen: Screen; readonly work: Work }) {
  const [loaded, setLoaded] = useState<{ readonly of: Screen; readonly component: ScreenComponent } | null>(
    null,
  );
  useEffect(() => {
    let isCurrent = true;
    asking.value++;
    void screen
      .load()
      .then((component) => {
        if (isCurrent) setLoaded({ of: screen, component });
      })
      .finally(() => asking.value--);
    return () => {
      isCurrent = false;
    };
  }, [screen]);
  if (loaded?.of !== screen) return null;
  const Component = loaded.component;
  return <Component work={work} />;
}
