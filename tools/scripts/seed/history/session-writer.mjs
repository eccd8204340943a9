import { loadBuilt } from '../../checkout.mjs';

/** @typedef {import('typeorm').DataSource} DataSource */
/** @typedef {import('typeorm').QueryRunner} QueryRunner */
/** @typedef {import('./session-events.mjs').SessionEvent} SessionEvent */

/** Revisions of one transaction: the row with the newest revision is changed by each of them. */
const MAX_EVENTS = 400;
/** Sessions or tokens that one step of the job removes, as in operation. */
const STEP_ROWS = 1_000;

/**
 * Writes events of sessions, each as a revision of its own with the rows that the product writes then. Triggers record and seal
 * them. `$1`: the events; `$2` and `$3`: seconds for which a token and a session are valid.
 */
const WRITE_SESSIONS = `
  CREATE FUNCTION pg_temp.write_sessions(events jsonb, token_seconds integer, session_seconds integer)
  RETURNS void LANGUAGE plpgsql AS $$
  DECLARE
    taken bigint;
    event record;
    sessions_due uuid[];
    tokens_due bytea[];
  BEGIN
    SELECT value INTO taken FROM access_revision FOR UPDATE;
    FOR event IN SELECT * FROM jsonb_to_recordset(events) AS e (kind text, at timestamptz, session uuid, "user" integer,
      name text, address text, agent text, request text)
    LOOP
      IF event.kind = 'failed' THEN
        PERFORM append_audit_events(jsonb_build_array(jsonb_build_object(
          'occurred_at', event.at, 'kind', 'sign_in.failed', 'actor_kind', 'anonymous', 'address', event.address,
          'request_id', event.request, 'user_id', event."user", 'occurrences', 1,
          'details', jsonb_build_object('reason', 'wrong_credentials', 'known_account', true))));
      ELSIF event.kind = 'purge' THEN
        LOOP
          sessions_due := ARRAY(SELECT id FROM sessions WHERE expires_at < event.at ORDER BY expires_at LIMIT ${STEP_ROWS});
          EXIT WHEN cardinality(sessions_due) = 0;
          taken := pg_temp.begin_job(taken, event.at, 'purge_sessions');
          DELETE FROM sessions WHERE id = ANY (sessions_due);
        END LOOP;
        LOOP
          tokens_due := ARRAY(SELECT token_hmac FROM session_tokens WHERE expires_at < event.at ORDER BY expires_at LIMIT ${STEP_ROWS});
          EXIT WHEN cardinality(tokens_due) = 0;
          taken := pg_temp.begin_job(taken, event.at, 'purge_sessions');
          WITH removed AS (DELETE FROM session_tokens WHERE token_hmac = ANY (tokens_due) RETURNING session_id)
          DELETE FROM sessions s USING removed WHERE s.id = removed.session_id AND NOT EXISTS (
            SELECT 1 FROM session_tokens t WHERE t.session_id = s.id AND (t.expires_at IS NULL OR t.expires_at >= event.at));
        END LOOP;
      ELSE
        -- A reissue or sign-out of a session that has ended meanwhile finds none.
        CONTINUE WHEN event.kind <> 'in' AND NOT EXISTS (SELECT 1 FROM sessions WHERE id = event.session);
        taken := taken + 1;
        INSERT INTO revisions (revision, begun_at, actor_kind, actor_id, actor_name, address, request_id)
          VALUES (taken, event.at, 'user', event."user", event.name, event.address, event.request);
        PERFORM set_config('gatehouse.revision', taken::text, true);
        IF event.kind = 'out' THEN
          DELETE FROM sessions WHERE id = event.session;
        ELSE
          IF event.kind = 'in' THEN
            INSERT INTO sessions (id, user_id, created_at, expires_at, address, user_agent, signed_in_at)
              VALUES (event.session, event."user", event.at, event.at + make_interval(secs => session_seconds), event.address,
                event.agent, event.at);
          END IF;
          INSERT INTO session_tokens (token_hmac, session_id, issued_at, expires_at)
            VALUES (sha256(uuid_send(gen_random_uuid())), event.session, event.at,
              CASE WHEN token_seconds > 0 THEN least(event.at + make_interval(secs => token_seconds),
                (SELECT expires_at FROM sessions WHERE id = event.session)) END);
        END IF;
      END IF;
    END LOOP;
    UPDATE access_revision SET value = taken WHERE value <> taken;
  END $$`;

const BEGIN_JOB = `
  CREATE FUNCTION pg_temp.begin_job(last bigint, at timestamptz, job text) RETURNS bigint LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO revisions (revision, begun_at, actor_kind, actor_role) VALUES (last + 1, at, 'system', 'job:' || job);
    PERFORM set_config('gatehouse.revision', (last + 1)::text, true);
    RETURN last + 1;
  END $$`;

/** Writes events of sessions on a connection of its own, several in a transaction. */
export class SessionWriter {
  #runner;
  #settings;
  /** @type {SessionEvent[]} */
  #waiting = [];

  /** By user and network: when the user has last signed in from there. @type {Map<string, { user: number, network: string, at: number }>} */
  #addresses = new Map();

  /** @param {QueryRunner} runner @param {{ cookieExpire: number, sessionMaxAge: number }} settings */
  constructor(runner, settings) {
    this.#runner = runner;
    this.#settings = settings;
  }

  /** @param {DataSource} dataSource @param {{ cookieExpire: number, sessionMaxAge: number }} settings */
  static async open(dataSource, settings) {
    const runner = dataSource.createQueryRunner();
    await runner.query(BEGIN_JOB);
    await runner.query(WRITE_SESSIONS);
    return new SessionWriter(runner, settings);
  }

  /** @param {SessionEvent} event */
  async add(event) {
    this.#waiting.push(event);
    if (this.#waiting.length >= MAX_EVENTS) await this.flush();
  }

  /** Writes what was added. */
  async flush() {
    if (this.#waiting.length === 0) return;
    const { cookieExpire, sessionMaxAge } = this.#settings;
    const events = this.#waiting.map((event) => ({ ...event, at: new Date(event.at).toISOString() }));
    await this.#runner.startTransaction();
    // An unfinished sample is of no use. The tables are nearly empty where the plans of the function are made.
    await this.#runner.query('SET LOCAL synchronous_commit = off; SET LOCAL enable_seqscan = off');
    await this.#runner.query('SELECT pg_temp.write_sessions($1, $2, $3)', [
      JSON.stringify(events),
      cookieExpire,
      sessionMaxAge,
    ]);
    await this.#runner.commitTransaction();
    this.#noteAddresses();
    this.#waiting = [];
  }

  #noteAddresses() {
    /** @type {typeof import('../../../../libs/server/wire/src/index.js')} */
    const { networkOf } = loadBuilt('libs/server/wire/src/index.js');
    for (const { kind, at, user, address } of this.#waiting) {
      if (kind !== 'in' || user === undefined || address === undefined) continue;
      const network = networkOf(address);
      this.#addresses.set(`${user} ${network}`, { user, network, at });
    }
  }

  /** Writes the networks from which users have signed in, which are not recorded in the log. */
  async writeAddresses() {
    const rows = [...this.#addresses.values()];
    for (let index = 0; index < rows.length; index += 10_000)
      await this.#runner.query(
        `INSERT INTO sign_in_addresses (user_id, address, last_at)
         SELECT "user", network, to_timestamp(at / 1000.0)
           FROM jsonb_to_recordset($1) AS a ("user" integer, network text, at bigint)
          WHERE EXISTS (SELECT 1 FROM users WHERE id = "user")`,
        [JSON.stringify(rows.slice(index, index + 10_000))],
      );
  }

  /** Closes the connection. */
  async close() {
    if (this.#runner.isTransactionActive) await this.#runner.rollbackTransaction();
    await this.#runner.release();
  }
}
