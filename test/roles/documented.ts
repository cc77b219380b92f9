/** Permissions as the documentation has them. */
import { readFile } from 'node:fs/promises';
import { ROLES, type Role } from '../../server/tokens/roles.ts';

/** Access to an endpoint according to the documentation: every client, every token, or tokens with one of these roles. */
export type Documented = 'open' | ReadonlySet<Role>;

const EVERY_ROLE: ReadonlySet<Role> = new Set(ROLES);

/** Permissions by method and path, of the table of roles in docs/guides/operating.md. */
export async function documentedRoutes(): Promise<ReadonlyMap<string, Documented>> {
  const found = new Map<string, Documented>();
  for (const [first = '', second = ''] of await tableOf('docs/guides/operating.md', '| Role | Endpoints |')) {
    for (const [, endpoint = ''] of second.matchAll(/`((?:[A-Z]+ )?\/[^`]*)`/g)) {
      const permitted = permittedOf(first.replaceAll('`', ''));
      const known = found.get(endpoint);
      // An endpoint of several rows is for every token that one of them names; parts of it may be for one only.
      const both =
        known instanceof Set && permitted instanceof Set ? new Set([...known, ...permitted]) : permitted;
      found.set(endpoint, both);
    }
  }
  return found;
}

/** Permissions by method, of the table of methods in docs/reference/grpc.md. */
export async function documentedMethods(): Promise<ReadonlyMap<string, Documented>> {
  const rows = await tableOf('docs/reference/grpc.md', '| Method | Stands for | Role |');
  return new Map(
    rows.flatMap(([methods = '', , role = '']) =>
      [...methods.matchAll(/`([^`]+)`/g)].map(([, name = '']): [string, Documented] => [
        name,
        permittedOf(role.replaceAll('`', '')),
      ]),
    ),
  );
}

function permittedOf(text: string): Documented {
  if (text === 'none') return 'open';
  if (text === 'any') return EVERY_ROLE;
  const role = ROLES.find((name) => name === text);
  if (role === undefined) throw new Error(`the documentation names the unknown role ${text}`);
  return new Set([role]);
}

/** Cells of the rows below a head. */
async function tableOf(path: string, head: string): Promise<readonly (readonly string[])[]> {
  const lines = (await readFile(path, 'utf8')).split('\n');
  const start = lines.indexOf(head);
  if (start === -1) throw new Error(`${path} has no table ${head}`);
  const rows = lines.slice(start + 2);
  const end = rows.findIndex((line) => !line.startsWith('|'));
  return rows.slice(0, end).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}
