import { toJson } from '../../compiler/diagnostics/format.ts';
import { createPositions } from '../../compiler/diagnostics/line-column.ts';
import { writeJson } from '../../library/json.ts';
import type { ValidateFormat } from './checked.ts';

export const jsonFormat: ValidateFormat = {
  name: 'json',
  write(results) {
    const diagnostics = results.flatMap(({ diagnostics, sources, pathOf }) => {
      const positions = createPositions(sources);
      return diagnostics.map((diagnostic) => ({
        path: pathOf(diagnostic.at.file),
        ...toJson(diagnostic, positions),
      }));
    });
    const findings = results.flatMap(({ findings: found, pathOf }) =>
      found.map(({ file, ...finding }) => ({ path: pathOf(file), ...finding })),
    );
    const ok = results.every(({ summary }) => summary !== null);
    return `${writeJson({ ok, diagnostics, ...(findings.length === 0 ? {} : { findings }) })}\n`;
  },
};
