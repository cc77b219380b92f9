import { createReport, type Diagnostic } from '../../../compiler/diagnostics/report.ts';
import { checkExpression } from '../../../compiler/language/expression/check.ts';
import { checkFunctions } from '../../../compiler/language/expression/check-functions.ts';
import type { Expression, FunctionDefinition } from '../../../compiler/language/expression/expression.ts';
import { parseDeffunction, parseExpression } from '../../../compiler/language/expression/parse.ts';
import type { FunctionSignature } from '../../../compiler/language/expression/scope.ts';
import { NOTHING, type StaticType } from '../../../compiler/language/static-type.ts';
import type { Slot, Template } from '../../../compiler/ruleset.ts';
import type { SlotType } from '../../../compiler/values.ts';
import { sourceText } from '../../../tools/expression-fuzz/source-text.ts';

export interface Checked {
  readonly expression: Expression | null;
  readonly type: StaticType;
  readonly definitions: readonly FunctionDefinition[];
  readonly signatures: ReadonlyMap<string, FunctionSignature>;
  readonly diagnostics: readonly Diagnostic[];
}

export interface CheckedSurroundings {
  readonly variables?: Readonly<Record<string, StaticType>>;
  readonly functions?: readonly string[];
  readonly templates?: ReadonlyMap<string, Template>;
}

/** Parses and checks an expression and the functions that it may call. */
export function checkText(text: string, surroundings: CheckedSurroundings = {}): Checked {
  const { variables = {}, functions = [], templates = new Map() } = surroundings;
  const report = createReport();
  const definitions = functions.flatMap((source) => parseDeffunction(sourceText(source), report) ?? []);
  const signatures = checkFunctions(definitions, { templates }, report);
  const expression = parseExpression(sourceText(text), report);
  const scope = { variables: new Map(Object.entries(variables)), functions: signatures, templates };
  const type = expression === null ? NOTHING : checkExpression(expression, scope, report);
  return { expression, type, definitions, signatures, diagnostics: report.sorted() };
}

/** `code start-end` of each diagnostic, and the suggestion when there is one. */
export function summary(diagnostics: readonly Diagnostic[]): readonly string[] {
  return diagnostics.map(({ code, at, suggestion }) => {
    const hint = suggestion === null ? '' : ` (${suggestion})`;
    return `${code} ${at.start}-${at.end}${hint}`;
  });
}

/** A template as the checker of rulesets makes it. */
export function template(name: string, slots: Readonly<Record<string, SlotType>>): Template {
  const at = { file: 'test.yaml', start: 0, end: 0 };
  return {
    name,
    description: '',
    scope: 'session',
    from: 'caller',
    slots: Object.entries(slots).map(([slot, type]): Slot => {
      return {
        name: slot,
        type,
        list: false,
        maxItems: null,
        required: false,
        default: null,
        allowed: null,
        at,
      };
    }),
    at,
  };
}
