import type { ChangeRow, ChangesPage } from '@gatehouse/audit';
import type { ChangeDto, ChangesReplyDto, RevisionDto } from '@gatehouse/dto';

export function toChangesReply({ newest, rows }: ChangesPage): ChangesReplyDto {
  const revisions: RevisionDto[] = [];
  for (const row of rows) {
    const number = Number(row.revision);
    let last = revisions.at(-1);
    if (last?.revision !== number) revisions.push((last = toRevision(row, number)));
    last.changes.push(...toChanges(row));
  }
  return { newest_revision: newest, revisions };
}

function toRevision(row: ChangeRow, revision: number): RevisionDto {
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
    changes: [],
  };
}

function toChanges({ entity, operation, before, after }: ChangeRow): ChangeDto[] {
  return entity === null || operation === null ? [] : [{ entity, operation, before, after }];
}
