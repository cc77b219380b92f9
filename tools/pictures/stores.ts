import { arrow, box, type Picture } from './shapes.ts';

/** Which store holds what. */
export const stores: Picture = {
  width: 860,
  height: 260,
  title:
    'With DATABASE_URL everything is in PostgreSQL. Without it, sessions, approvals and reloads are in LMDB, and runs and fleet facts in PGlite. The log has its own place.',
  shapes: [
    box('rule', [330, 90, 200, 80], 'ferrule serve', ['engines in workers', 'are only copies']),
    box('out', [10, 20, 250, 220], 'PostgreSQL', [
      '`DATABASE_URL',
      'sessions, approvals, reloads',
      'runs, facts of fleets',
      'the log (SERVICE_AUDIT=database)',
      '',
      'shared by all servers',
    ]),
    box('box', [600, 20, 250, 100], 'SERVICE_DATA_DIR/state', [
      'LMDB: sessions, approvals, reloads',
      'survives kill and power loss',
    ]),
    box('wait', [600, 135, 250, 105], 'SERVICE_DATA_DIR/database', [
      'PGlite: runs, facts of fleets',
      'survives kill; does not sync,',
      'so power loss may cost writes',
    ]),
    arrow('M330 130H264'),
    arrow('M530 120C565 120 565 70 596 70'),
    arrow('M530 140C565 140 565 188 596 188'),
  ],
};
