import { command } from '../declaration/command';
import { flag, secret, text } from '../declaration/field';

export const IMPORT_MAGPIE_COMMAND = command({
  name: 'import magpie',
  summary:
    'Import users, groups, services, trees and permissions of Magpie, or what has changed there since.',
  description:
    'The report comes first: counts, and conflicts with the rule that is applied to each. What is applied is done in steps; if the command is interrupted, the same command continues. Later imports compare the source, what was imported last, and what is here. Exit code 2 with --dry-run if something would be changed or has to be decided.',
  needs: 'settings',
  options: {
    from: text(
      'address',
      'The database of Magpie, as postgresql://magpie@host:5432/magpie. Its password is in PGPASSWORD, in a file .pgpass, or on standard input.',
    ),
    dump: text(
      'path',
      'Instead of --from: a dump of it, made by pg_dump, as SQL (also compressed by gzip) or for pg_restore.',
      {
        completes: 'files',
      },
    ),
    password: secret('Password of the database of Magpie.'),
    source: text('name', 'Name of the source, where several are imported; magpie by default.'),
    source_admin_user: text('name', 'MAGPIE_ADMIN_USER of the source; by default the name here.'),
    source_admin_group: text('name', 'MAGPIE_ADMIN_GROUP of the source; by default the name here.'),
    source_anonymous_user: text('name', 'MAGPIE_ANONYMOUS_USER of the source; by default the name here.'),
    source_users_group: text('name', 'MAGPIE_USERS_GROUP of the source; by default the name here.'),
    source_network_prefix: text(
      'text',
      'MAGPIE_NETWORK_NAME_PREFIX of the source; by default the text here.',
    ),
    source_network_group: text('name', 'MAGPIE_NETWORK_GROUP_NAME of the source; by default the name here.'),
    decisions: text('path', 'A file (YAML) that decides conflicts otherwise than their rules.', {
      completes: 'files',
    }),
    conflicts: text(
      'path',
      'Write all conflicts to this file, as lines of JSON; the report has the first of each kind.',
      {
        completes: 'files',
      },
    ),
    map: text('path', 'Write the identifiers that differ from those of the source to this file (CSV).', {
      completes: 'files',
    }),
    dry_run: flag('Only report; nothing is changed.'),
    settings: text('path', 'Settings file; by default SVC_INI_FILE_PATH, beside the environment.', {
      completes: 'files',
    }),
  },
  asksItself: true,
  run: async (context, values) => {
    const { importMagpie } = await import('../operation/operation');
    return importMagpie(context, values);
  },
  shows: { kind: 'own' },
  json: '{ report: { source: string, revision: string, taken_at: string, keeps_ids: boolean, rows: Record<number>, counts: { kind: string, source: number, create: number, change: number, remove: number, unchanged: number, skip: number }[], conflicts: { code: string, summary: string, rule: string, alternatives: string[], count: number, refused: number, examples: { code: string, kind: string, ids: number[], subject: string, detail: string, rule: string, alternatives: string[], decision?: string, is_refused: boolean }[] }[] }, applied: boolean, import_id: number | null, revisions: number }',
  examples: [
    {
      line: 'import magpie --from postgresql://magpie@db.internal:5432/magpie --dry-run --conflicts conflicts.jsonl',
      does: 'The report alone',
    },
    {
      line: 'import magpie --dump magpie.sql.gz --decisions decisions.yml',
      does: 'Of a dump; asks before anything is changed',
    },
  ],
});
