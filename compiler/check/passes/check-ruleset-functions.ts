import { closestName } from '../../diagnostics/suggest.ts';
import type { Report } from '../../diagnostics/report.ts';
import { checkFunctions } from '../../language/expression/check-functions.ts';
import { checkMeaning, type MeaningScope } from '../../language/expression/check-meaning.ts';
import type { FunctionDefinition } from '../../language/expression/expression.ts';
import { inferFunction } from '../../language/expression/infer-function.ts';
import { parseDeffunction } from '../../language/expression/parse.ts';
import type { CallMeaning } from '../../language/expression/parser.ts';
import { lookupFunction } from '../../language/operators/constant-map.ts';
import { slotItemType } from '../../language/expression/typing.ts';
import { ALIASES, FORMS, FUNCTIONS } from '../../language/functions/table.ts';
import { REFUSED } from '../../language/functions/refused.ts';
import type { RulesetFunction } from '../../ruleset.ts';
import type { FunctionSyntax } from '../../syntax.ts';
import type { Checked, Pass } from '../checked.ts';
import { callMeaning } from '../scope/call-meaning.ts';
import { findHierarchy } from '../scope/choose-hierarchy.ts';
import { classificationFunctions, classificationNames } from '../scope/classification-function.ts';
import { createInternalFunctions, type InternalFunctions } from '../scope/internal-functions.ts';
import { orderFunctions } from '../rule/order-functions.ts';
import { uniqueNames } from '../scope/unique-names.ts';

export const FUNCTION_TYPES = ['classification', 'raw'];

/** The names that a declared function takes. */
function namesOf({ name, type }: FunctionSyntax): readonly { readonly name: FunctionSyntax['name'] }[] {
  const names = type.value === 'classification' ? classificationNames(name.value) : [name.value];
  return names.map((value) => ({ name: { value, at: name.at } }));
}

function checkRaw(
  declared: FunctionSyntax,
  meaning: CallMeaning,
  report: Report,
): readonly RulesetFunction[] {
  // A raw function without a body was reported while reading.
  const definition = declared.body && parseDeffunction(declared.body, report, meaning);
  if (definition === null) return [];
  const name = declared.name.value;
  if (definition.name !== name)
    report.add('function-name-differs', definition.at, { name, found: definition.name });
  checkParameters(declared, definition, report);
  return [
    {
      name,
      kind: 'raw',
      description: declared.description,
      hierarchy: null,
      intrinsic: null,
      definition: { ...definition, name },
    },
  ];
}

/** `params` is optional; if set, it repeats the parameters of the body (`$?rest` for the rest). */
function checkParameters(declared: FunctionSyntax, definition: FunctionDefinition, report: Report): void {
  const expected = declared.params.map(({ value }) => value).join(' ');
  const rest = definition.wildcard === null ? [] : ['$?' + definition.wildcard];
  const found = [...definition.parameters, ...rest].join(' ');
  if (expected === '' || expected === found) return;
  report.add('function-parameters-differ', declared.params[0]?.at ?? declared.at, { expected, found });
}

function checkClassification(
  declared: FunctionSyntax,
  checked: Checked,
  internals: InternalFunctions,
  report: Report,
): readonly RulesetFunction[] {
  // A classification function without a hierarchy was reported while reading.
  const { hierarchyRef, params } = declared;
  if (hierarchyRef === null) return [];
  if (params.length > 0 && (params.length !== 2 || params[0]?.value === params[1]?.value)) {
    report.add('hierarchy-parameters', declared.name.at);
    return [];
  }
  const hierarchy = findHierarchy(hierarchyRef.value, hierarchyRef.at, checked.hierarchies, report);
  return hierarchy === null ? [] : classificationFunctions(declared, hierarchy, internals);
}

function isFunctionOfClips(name: string): boolean {
  return FUNCTIONS.has(name) || ALIASES.has(name) || REFUSED.has(name) || FORMS.some((form) => form === name);
}

/** Checks that functions have unique names, known types and valid bodies; also returns their signatures. */
export const checkRulesetFunctions: Pass = (checked, report) => {
  const { syntax, templates } = checked;
  const names = uniqueNames('function', syntax.functions.flatMap(namesOf), report);
  const internals = createInternalFunctions(new Set(names.map(({ name }) => name.value)));
  const meaning = callMeaning(checked, internals, report);
  for (const constant of checked.constants.values()) {
    if (constant.kind === 'map') internals.nameOf(lookupFunction(constant, constant.at));
  }
  // The first of several with one name; the others were reported with the names.
  const byName = new Map(syntax.functions.toReversed().map((item) => [item.name.value, item]));
  const declared = syntax.functions.filter((item) => byName.get(item.name.value) === item);
  const functions = declared.flatMap((item) => {
    const taken = namesOf(item).find(({ name }) => isFunctionOfClips(name.value));
    if (taken) {
      report.add('function-name-taken', item.name.at, { name: taken.name.value });
      return [];
    }
    if (item.type.value === 'raw') return checkRaw(item, meaning, report);
    if (item.type.value === 'classification') return checkClassification(item, checked, internals, report);
    report.add(
      'unknown-function-type',
      item.type.at,
      { type: item.type.value },
      closestName(item.type.value, FUNCTION_TYPES),
    );
    return [];
  });
  const definitions = [...internals.made(), ...functions].map(({ definition }) => definition);
  const signatures = checkFunctions(definitions, { templates }, report);
  const bodies = new Map(definitions.map(({ name, body }) => [name, body]));
  for (const { kind, definition } of functions) {
    if (kind !== 'raw') continue;
    const { body = [] } = inferFunction(definition, { templates, signatures }, null, [], true);
    const scope: MeaningScope = {
      itemType: () => null,
      slotItemType: (template, slot) => slotItemType(templates, template, slot),
      bodyOf: (name) => bodies.get(name) ?? null,
      isTest: false,
      report,
    };
    for (const action of body) checkMeaning(action, scope);
  }
  return { ...checked, functions: orderFunctions(functions), signatures, internals };
};
