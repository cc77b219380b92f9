import { readSuite } from '../../library/suite/read-suite.ts';
import type { Expectation, TestCase } from '../../library/suite/suite.ts';
import { isSuite } from '../protocol/file-kinds.ts';
import type { CaseName, Question } from '../protocol/messages.ts';
import { requestText } from './request.ts';

/** Lists the cases beside the rules. A suite with problems has none. */
export function listCases({ ruleset }: Question): readonly CaseName[] {
  return ruleset.files.filter(isSuite).flatMap(({ path, text }) => {
    const read = readSuite(path, text, ruleset.name);
    if (!read.ok) return [];
    return read.suite.cases.map((one) => ({
      suite: path,
      name: one.name,
      request: requestOf(one),
      expected: expectedText(one.expect),
    }));
  });
}

function requestOf({ facts, input, steps }: TestCase): string | null {
  return steps === null ? requestText({ facts, input }) : null;
}

/** The expected decision or error; `null` if the case expects neither. */
export function expectedText(expect: Expectation | null): string | null {
  if (expect === null) return null;
  if (expect.error !== undefined) return `error ${expect.error}`;
  return expect.decision === undefined ? null : (expect.decision ?? 'none');
}
