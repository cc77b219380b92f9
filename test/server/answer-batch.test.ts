import { expect, test } from 'vitest';
import { AnswerCollector } from '../../server/evaluation/protocol/answer-batch.ts';

test('a worker reports the time of its jobs, also for responses that wait for a disk together', () => {
  const answers = new AnswerCollector();
  const outcome = { kind: 'answer', status: 200, body: '{}', change: null, mark: null } as const;
  answers.add(1, outcome, null);
  answers.took(25);
  answers.took(1);
  for (const id of [2, 3]) answers.add(id, outcome, null);
  answers.took(2);
  expect(answers.take(null)).toMatchObject({
    ids: [1, 2, 3],
    work: [
      { jobs: 1, ms: 25 },
      { jobs: 2, ms: 2 },
    ],
  });
  answers.add(4, outcome, null);
  answers.took(3);
  expect(answers.take(null).work).toEqual([{ jobs: 1, ms: 3 }]);
});
