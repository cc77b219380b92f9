import { box, label, type Picture } from './shapes.ts';

const QUESTIONS: readonly (readonly [string, string, string])[] = [
  ['Is it valid?', 'ferrule validate', 'every mistake with line, column and fix'],
  ['Why this decision? Why not another?', 'ferrule explain --flip', 'rules, facts, and changes that flip it'],
  ['Does it do what we meant?', 'ferrule test', 'cases, and properties over all requests'],
  ['Do the cases notice a mistake?', 'ferrule test --coverage --mutate', 'mutants that no case detects'],
  ['Is a rule dead, or always true?', 'ferrule analyze', 'with a proof or an example'],
  ['What does a change change?', 'ferrule diff OLD NEW', 'a request that both decide differently'],
  [
    'Would it have decided differently?',
    'ferrule replay LOG --against PATH',
    'every logged request, decided again',
  ],
];

/** The authoring command for each question. */
export const authoring: Picture = {
  width: 860,
  height: 30 + QUESTIONS.length * 48,
  title:
    'Seven questions of an author and the command for each: validate, explain, test, coverage and mutants, analyze, diff, replay.',
  shapes: QUESTIONS.flatMap(([question, command, shown], i) => [
    box('box', [10, 15 + i * 48, 270, 38], '', [question]),
    box('rule', [290, 15 + i * 48, 270, 38], '', [`\`${command}`]),
    label(shown, [576, 39 + i * 48]),
  ]),
};
