import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { RulesScreen } from '../screens/rules/rules.tsx';
import { asking } from '../state/state.ts';
import type { Work } from '../state/work.ts';
import type { ShellScreen } from './shell.tsx';

type ScreenComponent = ComponentType<{ readonly work: Work }>;

interface Screen extends ShellScreen {
  /** The first screen is part of the page; the others are fetched when they are opened. */
  readonly load: () => Promise<ScreenComponent>;
}

/** THE table of screens, in the order of the navigation. */
export const SCREENS: readonly [Screen, ...Screen[]] = [
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
];

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
