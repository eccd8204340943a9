import { accessSql, scopeSql } from '../prepare/assignments';
import { NONE } from '../prepare/assignments';
import type { ImportSession } from '../session';
import type { Steps } from './steps';

const HOLDERS = ['user', 'group'] as const;

/** Changes of assignments of one phase, and remembers what the source has. All are narrower than before in `narrow`, and wider in `widen`. */
export async function applyAssignments(
  session: ImportSession,
  steps: Steps,
  phase: 'narrow' | 'widen' | 'note',
): Promise<void> {
  const inBatch = `a.phase = '${phase}' AND a.batch BETWEEN $1 AND $2`;
  const isSame = (holder: string): string =>
    `t.${holder}_id = a.principal_id AND t.resource_id = a.resource_id AND t.name = a.name
     AND t.access = ${accessSql('a.present')} AND t.scope = ${scopeSql('a.present')}`;
  await steps.run(
    { narrow: 'denials', widen: 'grants', note: 'known assignments' }[phase],
    await steps.lastBatch('import_assignments', `phase = '${phase}'`),
    async (first, through) => {
      const values = [first, through];
      if (phase !== 'note')
        for (const holder of HOLDERS) {
          const of = `a.principal_kind = '${holder}' AND ${inBatch}`;
          await session.query(
            `DELETE FROM ${holder}_permissions t USING import_assignments a WHERE ${of} AND a.result = ${NONE} AND ${isSame(holder)}`,
            values,
          );
          await session.query(
            `UPDATE ${holder}_permissions t SET access = ${accessSql('a.result')}, scope = ${scopeSql('a.result')} FROM import_assignments a
             WHERE ${of} AND a.result <> ${NONE} AND a.present <> ${NONE} AND ${isSame(holder)}`,
            values,
          );
          await session.query(
            `INSERT INTO ${holder}_permissions (${holder}_id, resource_id, name, access, scope)
             SELECT a.principal_id, a.resource_id, a.name, ${accessSql('a.result')}, ${scopeSql('a.result')} FROM import_assignments a
             WHERE ${of} AND a.result <> ${NONE} AND a.present = ${NONE} ON CONFLICT DO NOTHING`,
            values,
          );
        }
      await remember(session, inBatch, values);
    },
  );
}

async function remember(session: ImportSession, inBatch: string, values: readonly number[]): Promise<void> {
  await session.query(
    `DELETE FROM imported_assignments l USING import_assignments a, import_names n WHERE ${inBatch} AND a.last <> ${NONE} AND a.wanted = ${NONE}
       AND l.source_id = n.source_id AND l.principal_kind = a.principal_kind AND l.principal_id = a.principal_id
       AND l.resource_id = a.resource_id AND l.name = a.name`,
    values,
  );
  await session.query(
    `INSERT INTO imported_assignments
     SELECT n.source_id, a.principal_kind, a.principal_id, a.resource_id, a.name, ${accessSql('a.wanted')}, ${scopeSql('a.wanted')}
     FROM import_assignments a CROSS JOIN import_names n WHERE ${inBatch} AND a.wanted <> ${NONE}
     ON CONFLICT (source_id, principal_kind, principal_id, resource_id, name) DO UPDATE SET access = excluded.access, scope = excluded.scope`,
    values,
  );
}

/** Changes memberships, all of a user in one revision. */
export async function applyMemberships(session: ImportSession, steps: Steps): Promise<void> {
  const inBatch = 'a.batch BETWEEN $1 AND $2';
  await steps.run('memberships', await steps.lastBatch('import_memberships'), async (first, through) => {
    const values = [first, through];
    await session.query(
      `DELETE FROM memberships t USING import_memberships a WHERE ${inBatch} AND a.op = 'remove'
         AND t.user_id = a.user_id AND t.group_id = a.group_id`,
      values,
    );
    await session.query(
      `INSERT INTO memberships (user_id, group_id) SELECT a.user_id, a.group_id FROM import_memberships a
       WHERE ${inBatch} AND a.op = 'add' ON CONFLICT DO NOTHING`,
      values,
    );
    await session.query(
      `DELETE FROM imported_memberships l USING import_memberships a, import_names n WHERE ${inBatch} AND a.op IN ('remove', 'forget')
         AND l.source_id = n.source_id AND l.user_id = a.user_id AND l.group_id = a.group_id`,
      values,
    );
    await session.query(
      `INSERT INTO imported_memberships SELECT n.source_id, a.user_id, a.group_id FROM import_memberships a CROSS JOIN import_names n
       WHERE ${inBatch} AND a.op IN ('add', 'note') ON CONFLICT DO NOTHING`,
      values,
    );
  });
}
