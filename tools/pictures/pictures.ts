/** THE table of the pictures that are drawn from a source: name of the file in docs/pictures, and the picture. */
import { approvalLoop } from './approval-loop.ts';
import { authoring } from './authoring.ts';
import { decisionLog } from './decision-log.ts';
import { firingOrder } from './firing-order.ts';
import { mcpProxy } from './mcp-proxy.ts';
import { ruleParts } from './rule-parts.ts';
import { servers } from './servers.ts';
import { drawn, type Picture } from './shapes.ts';
import { stores } from './stores.ts';

const PICTURES: Readonly<Record<string, Picture>> = {
  'approval-loop': approvalLoop,
  authoring,
  'decision-log': decisionLog,
  'firing-order': firingOrder,
  'mcp-proxy': mcpProxy,
  'rule-parts': ruleParts,
  servers,
  stores,
};

/** Text of every picture by its path. */
export function drawPictures(): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(PICTURES).map(([name, picture]) => [`docs/pictures/${name}.svg`, drawn(picture)]),
  );
}
