/**
 * The text of a generated module on its way to the loader: the same declarations that module-text.ts lays out for
 * readers, as the body of a CommonJS function, without types and without comments. A reload waits for it, and printing it
 * straight is much cheaper than building a syntax tree; a test holds the two texts against each other.
 */
import { code, joined, lines, literal, nothing, type Code } from '../code/code.ts';
import type { ClassDeclaration, Declaration, Parameter } from '../code/declaration.ts';
import { RUNTIME_MODULE, sortedNames, type GeneratedModule } from '../code/generated-module.ts';

const list = (parameters: readonly Parameter[]): Code =>
  joined(
    parameters.map(({ name }) => name),
    ', ',
  );

/** The parts of a text that are present. */
const present = (parts: readonly (Code | null)[]): Code =>
  lines(parts.filter((part) => part !== null && !part.isEmpty) as Code[]);

/**
 * Fields become plain assignments in the constructor, in their order: defining them on each object costs more than
 * setting them. Those without a value are for readers only.
 */
function constructorText({ properties, constructor_, extends: base }: ClassDeclaration): Code | null {
  const fields = properties.flatMap(({ name, value }) =>
    value === null ? [] : [code`this.${name} = ${value};`],
  );
  if (constructor_ === null) {
    if (fields.length === 0) return null;
    if (base !== null) throw new TypeError('a derived class with fields has a constructor');
    return code`constructor() {\n${fields}\n}`;
  }
  const { parameters, fields: areFields, base: given, body } = constructor_;
  const assigned = areFields ? parameters.map(({ name }) => code`this.${name} = ${name};`) : [];
  const all = present([areFields ? null : code`super(${given});`, ...fields, body, ...assigned]);
  return code`constructor(${list(parameters)}) {\n${all}\n}`;
}

function classText(declaration: ClassDeclaration): Code {
  const { name, getters, methods, constructor_ } = declaration;
  const isBase = declaration.extends === null || constructor_?.fields === true;
  const base = isBase ? nothing : code` extends ${declaration.extends}`;
  const members = present([
    constructorText(declaration),
    ...getters.map((getter) => code`get ${getter.name}() {\n${getter.body}\n}`),
    ...methods.map((method) => code`${method.name}(${list(method.parameters)}) {\n${method.body}\n}`),
  ]);
  return code`class ${name}${base} {\n${members}\n}`;
}

function declarationText(declaration: Declaration): Code | null {
  switch (declaration.kind) {
    case 'section':
      return null;
    case 'statements':
      return declaration.code;
    case 'constant':
      return code`const ${declaration.name} = ${declaration.value};`;
    case 'function':
      return code`function ${declaration.name}(${list(declaration.parameters)}) {\n${declaration.body}\n}`;
    case 'class':
      return classText(declaration);
  }
}

/** Exports of the module, in the order of its text. */
function exportedNames(declarations: readonly Declaration[]): readonly Code[] {
  return declarations.flatMap((declaration) =>
    'exported' in declaration && declaration.exported ? [declaration.name] : [],
  );
}

/** Names of the runtime with the names they go by in the module. */
function importedNames({ imports }: GeneratedModule, as: Code): Code {
  const names = sortedNames(imports.values).map(({ name, local }) =>
    local.text === name.text ? local : code`${name}${as}${local}`,
  );
  return joined(names, ', ');
}

/** The module as JavaScript. Imports become constants: looking up a property at every use would cost more. */
export function loaderText(module: GeneratedModule): string {
  const runtime = code`const { ${importedNames(module, code`: `)} } = require(${literal(RUNTIME_MODULE)});`;
  const exported = exportedNames(module.declarations).map((name) => code`exports.${name} = ${name};`);
  return present([runtime, ...module.declarations.map(declarationText), ...exported]).plain + '\n';
}

/** The module for bundlers: the same text as an ES module, so that they keep only what it uses of the runtime. */
export function esModuleText(module: GeneratedModule): string {
  const runtime = code`import { ${importedNames(module, code` as `)} } from ${literal(RUNTIME_MODULE)};`;
  const exported = code`export { ${joined(exportedNames(module.declarations), ', ')} };`;
  return present([runtime, ...module.declarations.map(declarationText), exported]).plain + '\n';
}
