import { createHash } from 'node:crypto';

/** Base of the first link of a chain. */
export const NO_LINK: Buffer = Buffer.alloc(32);

/** SQL for the line of a revision `r` that its link covers; JSON, as text. The same as in the migration that seals revisions. */
export const REVISION_LINE = `jsonb_build_array(r.revision, extract(epoch FROM r.begun_at)::text, r.actor_kind, r.actor_id,
  r.actor_name, r.actor_role, r.address, r.request_id)::text`;

/** SQL for the line of a change `c`. */
export const CHANGE_LINE = `jsonb_build_array(c.id, c.entity, c.operation, c.before, c.after, c.concealed,
  c.user_id, c.group_id, c.resource_id)::text`;

/** SQL for the line of an event `e`. */
export const EVENT_LINE = `jsonb_build_array(e.position, e.id, extract(epoch FROM e.occurred_at)::text, e.kind, e.actor_kind,
  e.actor_id, e.actor_name, e.actor_role, e.address, e.request_id, e.user_id, e.resource_id, e.occurrences, e.details)::text`;

/** The link of a revision: of the link before it, its header, and its changes in their order. */
export function revisionHash(previous: Buffer, header: string, changes: readonly Buffer[]): Buffer {
  return sha256(previous, sha256(header), sha256(...changes));
}

/** The link of an event. */
export function eventHash(previous: Buffer, line: string): Buffer {
  return sha256(previous, sha256(line));
}

/** SHA-256 of the concatenation. */
export function sha256(...parts: readonly (Buffer | string)[]): Buffer {
  const digest = createHash('sha256');
  for (const part of parts) digest.update(part);
  return digest.digest();
}
