/** Cursors of lists: opaque to callers. */
import type { Position } from '../../store/approvals/approval.ts';

const CURSOR = /^(\d{1,15}) ([0-9a-f-]{1,64})$/;

export function writeCursor({ createdAt, id }: Position): string {
  return Buffer.from(`${createdAt} ${id}`).toString('base64url');
}

/** `null` for an invalid cursor. */
export function readCursor(text: string): Position | null {
  const [, createdAt, id] = CURSOR.exec(Buffer.from(text, 'base64url').toString()) ?? [];
  return createdAt === undefined || id === undefined ? null : { createdAt: Number(createdAt), id };
}
