import { EventEmitter, once } from 'node:events';
import { Client } from 'pg';

/** Reports changes of tables of a test database by triggers, so that tests wait for them instead of polling. */
export class TableEvents {
  private readonly events = new EventEmitter();
  private count = 0;

  private constructor(private readonly client: Client) {
    client.on('notification', () => {
      this.count++;
      this.events.emit('change');
    });
  }

  static async watch(databaseUrl: string, tables: readonly string[]): Promise<TableEvents> {
    const client = new Client({ connectionString: databaseUrl });
    await client.connect();
    await client.query(`CREATE OR REPLACE FUNCTION test_report_change() RETURNS trigger LANGUAGE plpgsql
      AS $$ BEGIN NOTIFY test_changes; RETURN NULL; END $$`);
    for (const table of tables) {
      await client.query(`CREATE TRIGGER test_changes AFTER INSERT OR UPDATE OR DELETE ON ${table}
        FOR EACH STATEMENT EXECUTE FUNCTION test_report_change()`);
    }
    await client.query('LISTEN test_changes');
    return new TableEvents(client);
  }

  /** The first result of `read` that is not undefined: it is called immediately, and again after each change of the tables. */
  async until<Result>(read: () => Promise<Result | undefined>): Promise<Result> {
    for (;;) {
      const before = this.count;
      const result = await read();
      if (result !== undefined) return result;
      if (this.count === before) await once(this.events, 'change');
    }
  }

  async close(): Promise<void> {
    await this.client.end();
  }
}
