import type { ChangeRow, ChangesPage, NumberedChange } from '@gatehouse/audit';
import type { ChangeDto, ChangesReplyDto, RevisionDto } from '@gatehouse/dto';
import type { LazyList, Written } from '@gatehouse/wire';
import { shownList } from '../lists/paged-lists';

/** `changesOf` reads the changes of a revision that has too many to be read at once. */
export function toChangesReply(
  { newest, rows, isLarge }: ChangesPage,
  changesOf: (revision: number) => LazyList<NumberedChange>,
): Written<ChangesReplyDto> {
  const [first] = rows;
  const revisions = isLarge && first ? [toLargeRevision(first, changesOf)] : toRevisions(rows);
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

function toLargeRevision(
  row: ChangeRow,
  changesOf: (revision: number) => LazyList<NumberedChange>,
): Written<RevisionDto> {
  const revision = Number(row.revision);
  return { ...toRevision(row, revision), changes: shownList(changesOf(revision), toChange) };
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
