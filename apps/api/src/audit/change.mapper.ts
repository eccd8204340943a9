import type { ChangeRow, Changes, ChangesPage, NumberedChange } from '@gatehouse/audit';
import type { ChangeDto, ChangesReplyDto, RevisionDto } from '@gatehouse/dto';
import type { Written } from '@gatehouse/wire';
import { listInPages, shownList } from '../access/paged-list';

/** The changes of a revision with many of them are read in pages while the reply is written. */
export function toChangesReply(
  { newest, rows, isLarge }: ChangesPage,
  log: Changes,
): Written<ChangesReplyDto> {
  const [first] = rows;
  const revisions = isLarge && first ? [toLargeRevision(first, log)] : toRevisions(rows);
  return { newest_revision: newest, revisions };
}

function toRevisions(rows: readonly ChangeRow[]): RevisionDto[] {
  const revisions: RevisionDto[] = [];
  for (const row of rows) {
    const number = Number(row.revision);
    let last = revisions.at(-1);
    if (last?.revision !== number) revisions.push((last = { ...toRevision(row, number), changes: [] }));
    const { entity, operation, before, after } = row;
    if (entity !== null && operation !== null) last.changes.push({ entity, operation, before, after });
  }
  return revisions;
}

function toLargeRevision(row: ChangeRow, log: Changes): Written<RevisionDto> {
  const revision = Number(row.revision);
  const changes = listInPages<NumberedChange>(({ limit, after }) => log.of(revision, after, limit));
  return { ...toRevision(row, revision), changes: shownList(changes, toChange) };
}

function toRevision(row: ChangeRow, revision: number): Omit<RevisionDto, 'changes'> {
  return {
    revision,
    time: row.begun_at.toISOString(),
    actor: {
      kind: row.actor_kind,
      user_id: row.actor_id,
      user_name: row.actor_name,
      role: row.actor_role,
      address: row.address,
      request_id: row.request_id,
    },
  };
}

function toChange({ entity, operation, before, after }: NumberedChange): ChangeDto {
  return { entity, operation, before, after };
}
