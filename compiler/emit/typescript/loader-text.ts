/**
 * The text of a generated module on its way to the loader: the same declarations that module-text.ts lays out for
 * readers, as the body of a CommonJS function, without types and without comments. Printing it straight takes a tenth of
 * the time that building a syntax tree does, and a reload waits for it; a test holds the two texts against each other.
 */
import { code, joined, lines, literal, nothing, type Code } from '../../write/code.ts';
import type { ClassDeclaration, Declaration, Parameter } from './declaration.ts';
import { RUNTIME_MODULE, sortedNames, type GeneratedModule } from './generated-module.ts';

const list = (parameters: readonly Parameter[]): Code =>
  joined(
    parameters.map(({ name }) => name),
    ', ',
  );

/** The parts of a piece of text that are there at all. */
const present = (parts: readonly (Code | null)[]): Code =>
  lines(parts.filter((part) => part !== null && !part.isEmpty) as Code[]);

/**
 * Fields become plain assignments in the constructor, in their order: defining them anew on each object costs more than
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
  const { parameters, base: given, body } = constructor_;
  return code`constructor(${list(parameters)}) {\n${present([code`super(${given});`, ...fields, body])}\n}`;
}

function classText(declaration: ClassDeclaration): Code {
  const { name, getters, methods } = declaration;
  const base = declaration.extends === null ? nothing : code` extends ${declaration.extends}`;
  const members = present([
    constructorText(declaration),
    ...getters.map((getter) => code`get ${getter.name}() {\n${getter.body}\n}`),
    ...methods.map((method) => code`${method.name}(${list(method.parameters)}) {\n${method.body}\n}`),
  ]);
  return code`class ${name}${base} {\n${members}\n}`;
}

function exported(declaration: ClassDeclaration | Extract<Declaration, { kind: 'constant' }>): Code | null {
  return declaration.exported ? code`exports.${declaration.name} = ${declaration.name};` : null;
}

function declarationText(declaration: Declaration): Code | null {
  switch (declaration.kind) {
    case 'section':
      return null;
    case 'statements':
      return declaration.code;
    case 'constant':
      return present([code`const ${declaration.name} = ${declaration.value};`, exported(declaration)]);
    case 'function':
      return code`function ${declaration.name}(${list(declaration.parameters)}) {\n${declaration.body}\n}`;
    case 'class':
      return present([classText(declaration), exported(declaration)]);
  }
}

/** The module as JavaScript. Imports become constants: looking up a property at every use would cost more. */
export function loaderText({ imports, declarations }: GeneratedModule): string {
  const names = sortedNames(imports.values).map(({ name, local }) =>
    local.text === name.text ? local : code`${name}: ${local}`,
  );
  const runtime = code`const { ${joined(names, ', ')} } = require(${literal(RUNTIME_MODULE)});`;
  return present([runtime, ...declarations.map(declarationText)]).plain + '\n';
}
