/** The type of a list of commands, as if the ruleset declared it. */
import type { Span } from '../../diagnostics/position.ts';
import type { PathNode } from './nodes.ts';
import type { MemberSyntax, ShapeSyntax } from '../../short-syntax.ts';

/** Members of a command. */
const MEMBERS: Readonly<Record<string, 'string' | 'strings' | 'boolean' | 'integer'>> = {
  program: 'string',
  path: 'string',
  args: 'strings',
  allArgs: 'boolean',
  dynamic: 'boolean',
  writes: 'strings',
  reads: 'strings',
  env: 'strings',
  via: 'strings',
  text: 'string',
  start: 'integer',
  end: 'integer',
};

/** The program may be unknown, and the arguments in part. */
const MAY_BE_MISSING = ['program', 'allArgs'];

/** True for the arguments of a command, which are known in part if the command is dynamic. */
export const isArguments = ({ owner, keys }: Pick<PathNode, 'owner' | 'keys'>): boolean =>
  owner?.isShell === true && keys.length === 1 && keys[0] === 'args';

/** The commands of a command line. `sensitive` if that is. */
export function shellShape(at: Span, sensitive: boolean): ShapeSyntax {
  const members = Object.entries(MEMBERS).map(([name, type]): MemberSyntax => {
    const slot = {
      type: { value: type === 'strings' ? 'string' : type, at },
      allowed: null,
      sensitive,
      default: null,
    };
    const single: ShapeSyntax = { kind: 'single', slot, at };
    return {
      name: { value: name, at },
      isRequired: !MAY_BE_MISSING.includes(name),
      shape: type === 'strings' ? { kind: 'list', item: single, at } : single,
    };
  });
  return { kind: 'list', item: { kind: 'object', members, isOpen: false, at }, at };
}
