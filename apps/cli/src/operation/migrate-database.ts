import { migrateDirectly, openDatabase } from '@gatehouse/database';
import type { Context } from '../context';
import { databaseOf, explaining } from './settings';
import { withSettingsFile } from './settings-file';

interface Found {
  readonly postgresql: string;
  readonly schema: string;
  readonly role: string;
  /** Migrations that were missing. */
  readonly pending: number;
  readonly warnings: readonly string[];
}

/** Examines the database as the start of the API does; changes nothing. */
export function checkDatabase(context: Context, settingsFile?: string): Promise<Found> {
  return withDatabase(context, settingsFile, async () => undefined);
}

/** Brings the schema to the newest version. Processes of older versions that cannot run beside it refuse to start from then on. */
export function migrateDatabase(context: Context, settingsFile?: string): Promise<Found> {
  return withDatabase(context, settingsFile, (dataSource, access) =>
    migrateDirectly(dataSource, access, {
      waiting: () => context.output.note('Another process changes the schema; waiting for its end.'),
      changing: (pending) =>
        context.output.note(`Applying ${pending} ${pending === 1 ? 'migration' : 'migrations'}.`),
    }),
  );
}

type Opened = Awaited<ReturnType<typeof openDatabase>>;

function withDatabase(
  context: Context,
  settingsFile: string | undefined,
  work: (dataSource: Opened['dataSource'], access: ReturnType<typeof databaseOf>) => Promise<void>,
): Promise<Found> {
  const access = databaseOf(withSettingsFile(context.environment, settingsFile));
  return explaining(async () => {
    const options = { ...access, process: 'api', poolSize: 2, applicationName: 'gatehouse cli' } as const;
    const { dataSource, facts } = await openDatabase(options);
    try {
      await work(dataSource, access);
    } finally {
      await dataSource.destroy();
    }
    const { version, schema, role, pending, warnings } = facts;
    return { postgresql: version, schema, role, pending, warnings };
  });
}
