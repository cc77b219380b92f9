import { arrow, box, label, type Picture } from './shapes.ts';

/** The MCP proxy between a client and a server. */
export const mcpProxy: Picture = {
  width: 860,
  height: 230,
  title:
    'The MCP proxy runs between client and server. It lists only tools that may be called, checks each call, and pins the definitions of tools.',
  shapes: [
    box('box', [10, 50, 190, 120], 'MCP client', [
      'an assistant or agent',
      'starts the proxy in',
      'place of the server',
    ]),
    box('rule', [310, 30, 240, 160], 'ferrule mcp proxy', [
      'tools/list: only what may be called',
      'tools/call: decided by the rules',
      'lock file: pinned definitions',
      'escalate: a person decides',
    ]),
    box('box', [660, 50, 190, 120], 'MCP server', ['files, issues, mail …', 'sees allowed calls only']),
    arrow('M200 90H306'),
    arrow('M306 130H204'),
    arrow('M550 90H656'),
    arrow('M656 130H554'),
    label('call', [236, 82]),
    label('result', [236, 148]),
    label('allowed call', [566, 82]),
    label('result', [580, 148]),
  ],
};
