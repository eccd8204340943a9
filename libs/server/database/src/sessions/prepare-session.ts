import { DatabaseUnavailable, DatabaseUnsuitable } from '../unavailable';
import {
  type SettingsOwner,
  SET_FOR_SESSION,
  VALUES_FOUND,
  statementsFor,
  wrongSettings,
} from './session-settings';

/**
 * Whose a session is: `own` of the connection, which prepares it; or `shared` with other connections through a pooler that lends
 * sessions for one transaction each, so that nothing is set, and everything has to be right as it is found.
 */
export type SessionKind = 'own' | 'shared';

/** What a session is used for: programs that only read may do so at a standby. */
export type SessionUse = 'writes' | 'reads';

/** What sends statements: a client of the driver. */
export interface Session {
  query<Row extends object>(sql: string): Promise<{ readonly rows: readonly Row[] }>;
}

/** Milliseconds after which the server ends a statement whose client is gone, where its system can tell. */
const CONNECTION_CHECK_MS = 2_000;

/** SQL of the same, for the transaction in which it is executed. */
export const CHECK_CONNECTION_IN_TRANSACTION = `SET LOCAL client_connection_check_interval = ${CONNECTION_CHECK_MS}`;

interface Facts extends SettingsOwner {
  readonly found: readonly string[];
  readonly isStandby: boolean;
  readonly readOnly: string;
  readonly triggers: string;
}

const FACTS = `
  session_user::text AS login, current_database()::text AS database, pg_is_in_recovery() AS "isStandby",
  current_setting('transaction_read_only') AS "readOnly", current_setting('session_replication_role') AS triggers`;

/**
 * The only place that prepares connections, before their first use: those of the pool, of the change feed, of the outbox and of
 * tools. Statements, since poolers refuse parameters at the start of a session; `search_path`, the role and read-only are left
 * as they are. Reference: data#sessions.
 *
 * @returns whether the server ends statements of lost connections: not all systems can tell
 * @throws DatabaseUnsuitable at a standby, in a read-only database, where triggers do not fire, or in a shared session with other
 *   settings than the product needs
 */
export async function prepareSession(
  session: Session,
  kind: SessionKind,
  use: SessionUse = 'writes',
): Promise<boolean> {
  const settings = kind === 'own' ? `ARRAY[${SET_FOR_SESSION}]` : VALUES_FOUND;
  const { rows } = await session.query<Facts>(`SELECT ${settings} AS found, ${FACTS}`);
  const [facts] = rows;
  if (!facts) throw new DatabaseUnavailable('the database does not describe the session');
  if (use === 'writes') rejectReadOnly(facts);
  const wrong = wrongSettings(facts.found);
  if (kind === 'shared' && wrong.length > 0)
    throw new DatabaseUnsuitable(
      `sessions of a transaction pooler have other settings than Gatehouse needs: ${wrong.map(({ name }) => name).join(', ')}`,
      `Set them for the role, then let the pooler connect again (RECONNECT in the console of pgbouncer): ${statementsFor(facts, wrong)}`,
    );
  return checksConnection(session, kind);
}

function rejectReadOnly({ isStandby, readOnly, triggers }: Facts): void {
  if (isStandby)
    throw new DatabaseUnsuitable('the server is a standby, which only reads', 'Connect to the primary.');
  if (readOnly !== 'off')
    throw new DatabaseUnsuitable(
      'the database only reads (default_transaction_read_only)',
      'Allow writes, for the role or the database.',
    );
  if (triggers !== 'origin')
    throw new DatabaseUnsuitable(
      `triggers, which record changes, do not fire: session_replication_role is ${triggers}`,
      'Remove the setting from the role or the database.',
    );
}

/** Sets it for the session; for a shared one, only tries it. A server that cannot tell refuses the setting. */
async function checksConnection(session: Session, kind: SessionKind): Promise<boolean> {
  try {
    await session.query(
      `SELECT set_config('client_connection_check_interval', '${CONNECTION_CHECK_MS}', ${kind === 'shared'})`,
    );
    return true;
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw error;
    return false;
  }
}
