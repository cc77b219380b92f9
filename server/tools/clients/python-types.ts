/** Schemas as types of Python: a TypedDict for every object with named members. */
import { nameOf, typesOf, type ApiSchema } from './api-model.ts';

const SCALARS: Readonly<Record<string, string>> = {
  string: 'str',
  number: 'float',
  integer: 'int',
  boolean: 'bool',
  null: 'None',
};

/** What has been declared, by name, each before what uses it only by its name in quotes. */
export type Declarations = Map<string, string>;

export const text = (value: unknown): string => JSON.stringify(value);

/** `True`, `None` or a number or text as Python writes it. */
function literal(value: unknown): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return text(value);
}

/** `overLines` as a name: `teams` in `List` is `ListTeams`. */
function memberName(parent: string, member: string): string {
  const words = member.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  return parent + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

/** The type of a schema; objects without a name of their own are declared under `name`. */
export function pythonType(schema: ApiSchema, name: string, declared: Declarations): string {
  if (schema.$ref !== undefined) return nameOf(schema.$ref);
  if ('const' in schema) return `Literal[${literal(schema.const)}]`;
  if (schema.enum !== undefined) return `Literal[${schema.enum.map(literal).join(', ')}]`;
  if (schema.anyOf !== undefined) {
    return union(
      schema.anyOf.map((member, i) => pythonType(member, i === 0 ? name : `${name}${i}`, declared)),
    );
  }
  return union(
    typesOf(schema).map((type) => {
      if (type === 'object') return objectType(schema, name, declared);
      if (type === 'array') return `List[${pythonType(schema.items ?? {}, `${name}Item`, declared)}]`;
      return SCALARS[type] ?? 'Any';
    }),
  );
}

function union(types: readonly string[]): string {
  const [first = 'Any', ...rest] = new Set(types);
  return rest.length === 0 ? first : `Union[${[first, ...rest].join(', ')}]`;
}

function objectType(schema: ApiSchema, name: string, declared: Declarations): string {
  const { properties, additionalProperties } = schema;
  if (properties !== undefined) {
    declareObject(schema, name, declared);
    return name;
  }
  const values =
    typeof additionalProperties === 'object'
      ? pythonType(additionalProperties, `${name}Value`, declared)
      : 'Any';
  return `Dict[str, ${values}]`;
}

/** Two classes where some members may be left out: versions of Python before 3.11 mark a whole class only. */
export function declareObject(schema: ApiSchema, name: string, declared: Declarations): void {
  const { properties = {}, required = [] } = schema;
  const members = Object.entries(properties).map(([member, memberSchema]) => ({
    line: `    ${member}: ${pythonType(memberSchema, memberName(name, member), declared)}`,
    comment: memberSchema.description === undefined ? '' : `    # ${memberSchema.description}\n`,
    isRequired: required.includes(member),
  }));
  const body = (wanted: boolean): string => {
    const lines = members.filter(({ isRequired }) => isRequired === wanted);
    return lines.map(({ line, comment }) => `${comment}${line}\n`).join('') || '    pass\n';
  };
  const [all, none] = [
    members.every(({ isRequired }) => isRequired),
    members.every((member) => !member.isRequired),
  ];
  if (all) declared.set(name, `class ${name}(TypedDict):\n${body(true)}`);
  else if (none) declared.set(name, `class ${name}(TypedDict, total=False):\n${body(false)}`);
  else {
    const base = `_${name}Required`;
    declared.set(base, `class ${base}(TypedDict):\n${body(true)}`);
    declared.set(name, `class ${name}(${base}, total=False):\n${body(false)}`);
  }
}
