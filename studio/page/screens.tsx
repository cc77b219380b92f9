import type { ComponentChildren } from 'preact';
import { CompareScreen } from '../screens/compare/compare.tsx';
import { MapScreen } from '../screens/map/map.tsx';
import { RulesScreen } from '../screens/rules/rules.tsx';
import { TestsScreen } from '../screens/tests/tests.tsx';
import type { ShellScreen } from './shell.tsx';
import type { Work } from '../state/work.ts';

interface Screen extends ShellScreen {
  readonly content: (work: Work) => ComponentChildren;
}

/** THE table of screens, in the order of the navigation. */
export const SCREENS: readonly Screen[] = [
  { name: 'rules', title: 'Rules', content: (work) => <RulesScreen work={work} /> },
  { name: 'map', title: 'Map', content: (work) => <MapScreen work={work} /> },
  { name: 'tests', title: 'Tests', content: (work) => <TestsScreen work={work} /> },
  { name: 'compare', title: 'Compare', content: (work) => <CompareScreen work={work} /> },
];
