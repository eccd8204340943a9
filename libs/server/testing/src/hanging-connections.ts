import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';

/** Connections of a server on this machine that do not answer any more. */
export class HangingConnections {
  private constructor(private readonly pids: readonly number[]) {}

  /**
   * Stops those of the database for which a condition on `pg_stat_activity` holds. None is within a transaction: one that hangs would
   * keep its locks, which no other connection can take.
   */
  static async stop(dataSource: Pick<DataSource, 'query'>, condition: string): Promise<HangingConnections> {
    const connections = (): Promise<{ pid: number; state: string }[]> =>
      dataSource.query(
        `SELECT pid, state FROM pg_stat_activity WHERE datname = current_database() AND ${condition}`,
      );
    for (;;) {
      const found = await connections();
      const hanging = new HangingConnections(found.map(({ pid }) => pid));
      hanging.signal('SIGSTOP');
      const stopped = (await connections()).filter(({ pid }) => hanging.pids.includes(pid));
      if (stopped.every(({ state }) => state === 'idle')) return hanging;
      hanging.goOn();
      await sleep(20);
    }
  }

  get count(): number {
    return this.pids.length;
  }

  goOn(): void {
    this.signal('SIGCONT');
  }

  private signal(signal: NodeJS.Signals): void {
    for (const pid of this.pids) process.kill(pid, signal);
  }
}
