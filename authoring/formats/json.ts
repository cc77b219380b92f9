import { writeJson } from '../../library/json.ts';
import { mutantsJson } from '../mutate/mutants-json.ts';
import { countCases } from '../run/report.ts';
import type { Format } from './format.ts';

/** Grows when the shape changes in a way that readers notice. */
const VERSION = 1;

/** One JSON object, docs/guides/testing.md has its shape. */
export const jsonFormat: Format = {
  name: 'json',
  write(report) {
    const { passed, failed, broken } = countCases(report);
    const suites = report.suites.map(({ file, name, ruleset, problems, cases, durationMs }) => ({
      file,
      suite: name,
      ruleset,
      problems,
      cases: cases.map((one) => ({
        name: one.name,
        passed: one.differences.length === 0,
        ...one.place(),
        duration_ms: one.durationMs,
        differences: one.differences,
        ...(one.note === undefined ? {} : { note: one.note }),
        ...one.verdict,
      })),
      duration_ms: durationMs,
    }));
    const summary = { passed, failed, suites_not_run: broken, duration_ms: report.durationMs };
    const mutants = report.mutants === undefined ? {} : { mutants: mutantsJson(report.mutants) };
    return `${writeJson({ version: VERSION, ok: failed + broken === 0, summary, suites, ...mutants })}\n`;
  },
};
