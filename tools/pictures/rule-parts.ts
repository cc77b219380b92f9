import { box, label, rail, type Picture } from './shapes.ts';

/** A rule with its parts named. */
export const ruleParts: Picture = {
  width: 860,
  height: 250,
  title:
    'A rule and its parts: its name, its action with a reason, the list it goes through, and its condition over paths of the document.',
  shapes: [
    box('box', [10, 20, 560, 210], '', [
      '`rules:',
      '`  untagged:',
      '`    deny: "container {c.name} runs {c.image}"',
      '`    for: { c: input.spec.containers? }',
      '`    if: c.image.ends_with(":latest")',
    ]),
    rail('M110 62H600'),
    label('name: in traces, logs and metrics', [610, 66]),
    rail('M350 84H600'),
    label('action, and its reason with {paths}', [610, 88]),
    rail('M310 106H600'),
    label('once for each item of a list', [610, 110]),
    rail('M300 128H600'),
    label('condition: path, operator, value', [610, 132]),
    label('A missing value is unknown. An allow needs certainty.', [24, 180]),
    label(
      'A denial fires unless its condition is certainly false. A ? says that absence is fine.',
      [24, 204],
    ),
  ],
};
