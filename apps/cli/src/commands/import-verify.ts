import { command } from '../declaration/command';
import { secret, text, whole } from '../declaration/field';

/** Differences that are shown of each cause, unless an option says otherwise. */
const EXAMPLES = 5;

const ANSWER = "{ access: 'allow' | 'deny' | null, reason: string, assignment: string | null }";
const DIFFERENCE = `{ user: string, resource: string, resource_id: number, permission: string, target: 'resource' | 'unregistered', source: ${ANSWER}, here: ${ANSWER}, facts: { text: string, cause: string | null }[] }`;

export const IMPORT_VERIFY_COMMAND = command({
  name: 'import verify',
  summary: 'Compare all effective permissions of a database of Magpie with those here.',
  description:
    'The answers of Magpie are computed by statements on its own tables, apart from what decides here. Exit code 2 if there are differences that nothing explains.',
  needs: 'settings',
  options: {
    from: text(
      'address',
      'The database of Magpie, as postgresql://magpie@host:5432/magpie. Its password is in PGPASSWORD, in a file .pgpass, or on standard input.',
    ),
    dump: text('path', 'Instead of --from: a dump of it, made by pg_dump.', { completes: 'files' }),
    password: secret('Password of the database of Magpie.'),
    source: text('name', 'Name of the source, where several were imported.'),
    sample: whole(
      'number',
      'So many users, besides administrators, the anonymous user and those who are denied something; by default all.',
    ),
    seed: whole('number', 'Chooses the users of a sample; 1 by default.'),
    source_admin_group: text('name', 'MAGPIE_ADMIN_GROUP of the source; by default the name here.'),
    source_anonymous_user: text('name', 'MAGPIE_ANONYMOUS_USER of the source; by default the name here.'),
    examples: whole('number', `Differences of each cause that are shown; ${EXAMPLES} by default.`),
    settings: text('path', 'Settings file; by default SVC_INI_FILE_PATH, beside the environment.', {
      completes: 'files',
    }),
  },
  run: async (context, values) => {
    const { verifyImport } = await import('../operation/operation');
    return verifyImport(context, {
      from: values.from,
      dump: values.dump,
      password: values.password,
      source: values.source,
      sample: values.sample,
      seed: values.seed ?? 1,
      adminGroup: values.source_admin_group,
      anonymousUser: values.source_anonymous_user,
      maxExamples: values.examples ?? EXAMPLES,
      settingsFile: values.settings,
    });
  },
  shows: { kind: 'own' },
  json: `{ source: string, users_of_source: number, sample: { size: number, seed: number } | null, users: number, users_not_here: Record<number>, resources: number, resources_without_answers: number, answers: number, answers_below: number, explained: { cause: string, count: number, examples: ${DIFFERENCE}[] }[], unexplained: { count: number, examples: ${DIFFERENCE}[] } }`,
  examples: [
    { line: 'import verify --from postgresql://magpie@db.internal:5432/magpie', does: 'All users' },
    { line: 'import verify --dump magpie.sql --sample 200 --json', does: 'A sample, compared with a dump' },
  ],
});
