/**
 * The text of a generated module on its way to the loader: the same declarations that module-text.ts lays out for
 * readers, as a script with a `require` and without comments. Printing them straight takes a tenth of the time that
 * building a syntax tree of them does, and a reload waits for it; a test holds the two texts against each other.
 */
import { code, joined, lines, literal, nothing, type Code } from '../../write/code.ts';
import type { ClassDeclaration, Declaration, Parameter } from './declaration.ts';
import { RUNTIME_MODULE, sortedNames, type GeneratedModule } from './generated-module.ts';

const list = (parameters: readonly Parameter[]): Code =>
  joined(
    parameters.map(({ name, type }) => code`${name}: ${type}`),
    ', ',
  );

const typed = (type: Code | null): Code => (type === null ? nothing : code`: ${type}`);

function classText(declaration: ClassDeclaration): Code {
  const { name, properties, constructor_, getters, methods } = declaration;
  const base = declaration.extends === null ? nothing : code` extends ${declaration.extends}`;
  return code`class ${name}${base} {
${lines(properties.map((property) => code`${property.name}${typed(property.type)}${property.value === null ? nothing : code` = ${property.value}`};`))}
${constructor_ === null ? nothing : code`constructor(${list(constructor_.parameters)}) {\n${constructor_.body}\n}`}
${lines(getters.map((getter) => code`get ${getter.name}(): ${getter.returns} {\n${getter.body}\n}`))}
${lines(methods.map((method) => code`${method.name}(${list(method.parameters)}): ${method.returns} {\n${method.body}\n}`))}
}`;
}

function declarationText(declaration: Declaration): Code {
  switch (declaration.kind) {
    case 'section':
      return nothing;
    case 'statements':
      return declaration.code;
    case 'constant': {
      const exported = declaration.exported ? code`export ` : nothing;
      return code`${exported}const ${declaration.name}${typed(declaration.type)} = ${declaration.value};`;
    }
    case 'function':
      return code`function ${declaration.name}(${list(declaration.parameters)}): ${declaration.returns} {\n${declaration.body}\n}`;
    case 'class':
      return classText(declaration);
  }
}

/** The module as a script. Imports become constants: esbuild would make every use of an import a property look-up. */
export function loaderText({ imports, declarations }: GeneratedModule): string {
  const names = sortedNames(imports.values).map(({ name, local }) =>
    local.text === name.text ? local : code`${name}: ${local}`,
  );
  return lines([
    code`const { ${joined(names, ', ')} } = require(${literal(RUNTIME_MODULE)});`,
    ...declarations.map(declarationText),
  ]).text;
}
