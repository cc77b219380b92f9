import { acceptedType } from '../../../compiler/language/functions/row.ts';
import { describeType } from '../../../compiler/language/static-type.ts';
import { documentationOf, FUNCTION_ROWS } from '../documentation/documentation-of.ts';
import { OPERATOR_PARAMETERS } from '../documentation/parameters.ts';
import { WRITTEN } from '../documentation/written.ts';
import { templatesOf } from '../completion/vocabulary.ts';
import type { RulesetOfDocument } from '../workspace/workspace.ts';
import type { CallAt } from './call-at.ts';

export interface Signature {
  readonly name: string;
  readonly parameters: readonly string[];
  /** The last parameter takes any number of arguments. */
  readonly isOpen?: true;
  /** Arguments are written `name = value`. */
  readonly isNamed?: true;
  readonly documentation: string;
}

/** The meanings of a call, the most likely first. */
export function signaturesOf(call: CallAt, ruleset: RulesetOfDocument): readonly Signature[] {
  const { name, isMethod, isClips, path } = call;
  const { definitions, functions } = ruleset.analysis.written;
  if (isMethod || path.some((key) => key === 'expression' || key === 'now' || key === 'rows'))
    return operatorOf(name);
  const own = [
    ...(isClips ? [] : definitions.filter((one) => one.name.value === name)).map((one): Signature => ({
      name,
      parameters: (one.parameters ?? []).map(({ value }) => value),
      documentation: 'Definition of the ruleset.',
    })),
    ...functions
      .filter((one) => one.name.value === name)
      .map((one): Signature => ({
        name,
        parameters: one.params.map(({ value }) => value.replace(/^\$?\?/, '')),
        documentation: one.description === '' ? 'Function of the ruleset.' : one.description,
      })),
  ];
  if (own.length > 0) return own;
  const template = isClips ? undefined : templatesOf(ruleset).get(name);
  if (template !== undefined)
    return [
      {
        name,
        parameters: [...template.slots.values()].map((slot) => `${slot.name} = ${slot.type}`),
        isNamed: true,
        documentation: template.description === '' ? 'Template of the ruleset.' : template.description,
      },
    ];
  const written = isClips ? undefined : WRITTEN.get(name);
  return [...(written === undefined ? [] : [{ name, ...written }]), ...functionOf(name)];
}

function operatorOf(name: string): readonly Signature[] {
  const parameters = OPERATOR_PARAMETERS.get(name);
  if (parameters === undefined) return [];
  return [{ name, parameters, documentation: documentationOf(name, true) ?? '' }];
}

function functionOf(name: string): readonly Signature[] {
  const row = FUNCTION_ROWS.get(name);
  if (row === undefined) return [];
  const { min, max } = row;
  const shown = max === Infinity ? min + 1 : max;
  const parameters = Array.from({ length: shown }, (_, i) => {
    const type = describeType(acceptedType(row, i)).replace(/\ban? /g, '');
    return i < min ? type : max === Infinity ? `${type}…` : `${type}?`;
  });
  return [
    {
      name,
      parameters,
      ...(max === Infinity ? { isOpen: true } : {}),
      documentation: documentationOf(name) ?? `Function of the group ${row.group}.`,
    },
  ];
}
