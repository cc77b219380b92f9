/** Schemas as types of Python: a TypedDict for every object with named members. */
import { nameOf, typesOf, type ApiSchema } from './api-model.ts';

const SCALARS: Readonly<Record<string, string>> = {
  string: 'str',
  number: 'float',
  integer: 'int',
  boolean: 'bool',
  null: 'None',
};

/** Declarations by name, each before its uses by quoted name only. */
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

/** Words of Python that no name may be. */
export const KEYWORDS: ReadonlySet<string> = new Set(
  'and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield None True False'.split(
    ' ',
  ),
);

interface Member {
  readonly name: string;
  readonly type: string;
  readonly comment: string;
  readonly isRequired: boolean;
}

/** A class of members that are all required or all not; as a call where a member has the name of a keyword. */
function declarePart(
  name: string,
  bases: readonly string[],
  total: boolean,
  members: readonly Member[],
  declared: Declarations,
): void {
  if (members.some((member) => KEYWORDS.has(member.name))) {
    const rows = members.map(
      (member) => `${member.comment}    ${text(member.name)}: ${text(member.type)},\n`,
    );
    const part = bases.length === 0 ? name : `_${name}Rest`;
    declared.set(
      part,
      `${part} = TypedDict(${text(part)}, {\n${rows.join('')}}${total ? '' : ', total=False'})\n`,
    );
    if (part !== name) declared.set(name, `class ${name}(${[...bases, part].join(', ')}):\n    pass\n`);
    return;
  }
  const body = members.map((member) => `${member.comment}    ${member.name}: ${member.type}\n`).join('');
  const from = bases.length === 0 ? 'TypedDict' : bases.join(', ');
  declared.set(name, `class ${name}(${from}${total ? '' : ', total=False'}):\n${body || '    pass\n'}`);
}

/** Two classes where some members may be left out: versions of Python before 3.11 mark a whole class only. */
export function declareObject(schema: ApiSchema, name: string, declared: Declarations): void {
  const { properties = {}, required = [] } = schema;
  const members = Object.entries(properties).map(([member, memberSchema]) => ({
    name: member,
    type: pythonType(memberSchema, memberName(name, member), declared),
    comment: memberSchema.description === undefined ? '' : `    # ${memberSchema.description}\n`,
    isRequired: required.includes(member),
  }));
  const [always, atTimes] = [true, false].map((wanted) => members.filter((one) => one.isRequired === wanted));
  if (atTimes === undefined || atTimes.length === 0) return declarePart(name, [], true, members, declared);
  if (always === undefined || always.length === 0) return declarePart(name, [], false, members, declared);
  const base = `_${name}Required`;
  declarePart(base, [], true, always, declared);
  declarePart(name, [base], false, atTimes, declared);
}
