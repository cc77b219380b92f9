/** The tools of a server as rows of the two relations of a ruleset: what a call needs, and what its arguments are. */
import { isRecord } from '../../../library/is-record.ts';
import { hintsOf, type Tool } from '../tool.ts';
import { hidesKinds, kindOf, type ArgumentKind } from './argument-kind.ts';

/** Names that the protocol allows. Tools with other names are left out, so that a name is never read as syntax. */
const TOOL_NAME = /^[A-Za-z0-9_.-]{1,128}$/;
const ARGUMENT_NAME = /^[A-Za-z_][A-Za-z0-9_.-]{0,63}$/;
const MOST_SHOWN = 80;

export interface DeclaredTool {
  readonly name: string;
  readonly needs: 'nothing' | 'approval';
  readonly parameters: readonly { readonly name: string; readonly kind: ArgumentKind }[];
}

/** Returns the tools that can be declared. What is left out, and why, is added to `notes`, a sentence each. */
export function declareTools(tools: readonly Tool[], notes: string[]): readonly DeclaredTool[] {
  const seen = new Set<string>();
  return tools.flatMap((tool) => {
    if (!TOOL_NAME.test(tool.name)) {
      notes.push(`the tool ${shown(tool.name)} is left out: the protocol does not allow its name`);
      return [];
    }
    if (seen.has(tool.name)) {
      notes.push(`the second tool ${shown(tool.name)} is left out`);
      return [];
    }
    seen.add(tool.name);
    return [declare(tool, notes)];
  });
}

function declare(tool: Tool, notes: string[]): DeclaredTool {
  const schema = tool['inputSchema'];
  const properties = isRecord(schema) && isRecord(schema['properties']) ? schema['properties'] : {};
  const isReading = hintsOf(tool)['readOnlyHint'] === true;
  let needs: DeclaredTool['needs'] = isReading ? 'nothing' : 'approval';
  const parameters = Object.entries(properties).flatMap(([name, property]) => {
    if (!ARGUMENT_NAME.test(name)) {
      notes.push(`the argument ${shown(name)} of ${tool.name} is left out, so a call with it is denied`);
      return [];
    }
    const kind = kindOf(name, property);
    if (isReading && kind === 'text' && hidesKinds(property)) {
      needs = 'approval';
      notes.push(
        `${tool.name} needs approval: objects in its argument ${shown(name)} may hold paths or URLs`,
      );
    }
    return [{ name, kind }];
  });
  return { name: tool.name, needs, parameters };
}

/** Returns a name of the server's as ASCII on one line: it goes into a comment, and to a terminal. */
function shown(name: string): string {
  const escape = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(name.slice(0, MOST_SHOWN)).replaceAll(/[^ -~]/g, escape);
}
