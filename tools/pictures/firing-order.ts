import { arrow, box, label, type Picture } from './shapes.ts';

/** The order in which rules fire. */
export const firingOrder: Picture = {
  width: 860,
  height: 270,
  title:
    'Modules run in focus order. In a module, rules with the highest salience fire first, and of these the newest activation.',
  shapes: [
    box('rule', [10, 20, 250, 180], 'module intake', [
      'salience 10',
      '  classify',
      'salience 0',
      '  newest activation first',
      '  then older ones',
    ]),
    box('rule', [305, 20, 250, 180], 'module limits', [
      'salience 0',
      '  over-budget: deny',
      '  within-budget: allow',
    ]),
    box('out', [600, 20, 250, 180], 'decision', [
      'deny-overrides (default):',
      'deny, escalate, scope, route, allow',
      'reason: last firing with that action',
    ]),
    arrow('M260 110H301'),
    arrow('M555 110H596'),
    label('A module runs until none of its rules can fire. It is then left for good.', [24, 230]),
    label(
      'Facts that a rule asserts reach later modules. Order changes no decision under deny-overrides, only the reason.',
      [24, 252],
    ),
  ],
};
