import { createPositions } from '../../../compiler/diagnostics/line-column.ts';
import { formatLine } from '../../../compiler/diagnostics/format.ts';
import type { Compilation } from '../../../compiler/compile.ts';
import type { Template } from '../../../compiler/ruleset.ts';
import { ServiceError } from '../../../library/errors.ts';
import { CompileError } from '../../../library/compile-error.ts';
import { writeJson } from '../../../library/json.ts';
import { problemOf, type SourceError } from '../../../library/source-error.ts';
import type { CompileBase, MountableRuleset } from '../protocol/compile-protocol.ts';
import { sensitivePaths } from '../../../library/sensitive-paths.ts';

/** A compilation as workers need it. Throws ServiceError `invalid_ruleset` when there are errors. */
export function mountable(compilation: Compilation): MountableRuleset {
  if (!compilation.ok) throw notCompiled(compilation);
  const { ruleset, javascript, hash, layers, diagnostics, sources } = compilation;
  const positions = createPositions(sources);
  return {
    hash,
    name: ruleset.name,
    javascript: javascript(),
    base: { layers, templates: identifyTemplates(ruleset.templates) },
    sensitivePaths: sensitivePaths(ruleset),
    budgets: (ruleset.budgets ?? []).map(({ name: budget, shape, window }) => ({
      name: budget,
      shape,
      isOfSession: window.kind === 'session',
    })),
    attests: ruleset.rules.some(({ then }) => then.attestation),
    rules: ruleset.rules.length,
    templates: ruleset.templates.length,
    modules: ruleset.modules.length,
    warnings: diagnostics.map((diagnostic) => formatLine(diagnostic, positions)),
  };
}

/** Text that identifies the slots of each template, wherever it was declared. */
export function identifyTemplates(templates: readonly Template[]): CompileBase['templates'] {
  return Object.fromEntries(
    templates.map(({ name, scope, slots }) => [name, writeJson({ scope, slots: slots.map(withoutSpan) })]),
  );
}

function withoutSpan({
  name,
  type,
  required,
  default: fallback,
  allowed,
}: Template['slots'][number]): object {
  return { name, type, required, default: fallback, allowed };
}

/** The refusal of a ruleset that does not compile: its first error, with line and column. */
export function notCompiled({ diagnostics, sources }: Compilation): ServiceError {
  return new ServiceError('invalid_ruleset', new CompileError(diagnostics, sources).message);
}

/** The refusal of files that cannot be read as a ruleset; does not reveal their location. */
export function notReadable(error: SourceError): ServiceError {
  if (error.reason === 'missing') return new ServiceError('ruleset_not_found', 'no such ruleset');
  const code = error.reason === 'outside' ? 'invalid_ruleset_path' : 'invalid_ruleset';
  return new ServiceError(code, `the ruleset ${problemOf(error)}`);
}
