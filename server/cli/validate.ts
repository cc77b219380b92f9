import { toJson } from '../../compiler/diagnostics/format.ts';
import { createPositions } from '../../compiler/diagnostics/line-column.ts';
import { writeJson } from '../library/json.ts';
import { compilePath, printDiagnostics } from './compile-path.ts';
import { DONE, WRONG_INPUT, type Command } from './command.ts';

export const validateCommand: Command = {
  name: 'validate',
  summary: 'check a ruleset and report every problem in it',
  arguments: ['PATH'],
  options: {
    strict: { type: 'boolean', help: 'warnings are errors' },
    json: { type: 'boolean', help: 'print one JSON object' },
  },
  async run([path = ''], options, terminal) {
    const compilation = await compilePath(path, { strict: options['strict'] === true });
    const { ok, diagnostics, ruleset } = compilation;
    if (options['json'] === true) {
      const positions = createPositions(compilation.sources);
      const problems = diagnostics.map((diagnostic) => toJson(diagnostic, positions));
      terminal.out(`${writeJson({ ok, diagnostics: problems })}\n`);
    } else {
      printDiagnostics(compilation, terminal);
      if (ok && ruleset !== null) {
        const { templates, modules, rules } = ruleset;
        terminal.out(`ok: ${templates.length} templates, ${modules.length} modules, ${rules.length} rules\n`);
      }
    }
    return ok ? DONE : WRONG_INPUT;
  },
};
