import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { DataSource } from 'typeorm';
import { UnitOfWork } from '@gatehouse/database';
import type { OwnServer } from './own-server';

const run = promisify(execFile);

/** Bytes: a segment of the write-ahead log, which can still be written; only the tables cannot grow. */
const MAX_FILE_BYTES = 16 * 1024 * 1024;
const BLOCK = 8192;
/** Bytes of a row, four of which leave no room for another one in a block. */
const QUARTER = 2024;
const GROUPS = 100;
/** Blocks at the end that are filled row by row. */
const MARGIN = 8;
/** Maximum number of the smallest changes that fit when those of that size no longer do. */
const CRUMBS = 2_000;
/** These are of the smallest kind. */
const JOIN = `INSERT INTO memberships (user_id, group_id)
  SELECT users.id, groups.id FROM users, groups WHERE users.name = 'filler' AND groups.name = 'filler-${GROUPS}'`;
const LEAVE = `DELETE FROM memberships WHERE user_id = (SELECT id FROM users WHERE name = 'filler')`;

/**
 * A disk without room for another change: the files of a server have a largest size (`prlimit`, on Linux only), and the
 * change log has reached it. PostgreSQL meets that as it meets a disk that is full: a file that should grow cannot, and the
 * statement fails. It is in force for connections that are open, and for those that are opened later.
 */
export class FullDisk {
  private readonly unitOfWork: UnitOfWork;

  private constructor(
    private readonly server: OwnServer,
    private readonly dataSource: DataSource,
  ) {
    this.unitOfWork = new UnitOfWork(dataSource);
  }

  /**
   * Fills it, with changes that are committed: nothing that is cleaned up later makes room. Who writes at the same time has to
   * make one change in each revision, of which no part is left when it fails.
   */
  static async fill(server: OwnServer, dataSource: DataSource): Promise<FullDisk> {
    const disk = new FullDisk(server, dataSource);
    await disk.limitFiles(String(MAX_FILE_BYTES));
    await disk.growChangeLog();
    return disk;
  }

  /**
   * Leaves no room for the write-ahead log either: at the next write the server ends itself, as PostgreSQL does then. There
   * is room when it is started again.
   */
  static async fillToTheLastBlock(server: OwnServer, dataSource: DataSource): Promise<void> {
    await new FullDisk(server, dataSource).limitFiles(String(BLOCK));
  }

  /** There is room again. */
  free(): Promise<void> {
    return this.limitFiles('unlimited');
  }

  private async limitFiles(bytes: string): Promise<void> {
    // As the server's account, which may do that to its own processes where root in a container may not.
    const { uid, gid } = await stat(`/proc/${this.server.pid}`);
    const limit = (pid: number) => run('prlimit', ['--pid', String(pid), `--fsize=${bytes}:`], { uid, gid });
    // INVARIANT: the first process comes first, so that no connection is opened between the two without the limit.
    await limit(this.server.pid);
    const others = await this.dataSource.query<{ pid: number }[]>('SELECT pid FROM pg_stat_activity');
    for (const { pid } of others)
      await limit(pid).catch((error: unknown) => {
        // A process that has ended meanwhile writes nothing more.
        if (existsSync(`/proc/${pid}`)) throw error;
      });
  }

  private async growChangeLog(): Promise<void> {
    const length = await this.fittingLength();
    await this.write(
      `INSERT INTO groups (name, description)
         SELECT 'filler-' || n, repeat('.', ${length}) FROM generate_series(${GROUPS}, ${2 * GROUPS - 1}) n`,
    );
    // A change of a group is recorded as it was and as it is: four of these fill a block. Many together avoid the
    // end, also when others write: what they had put there before they failed would be cleaned up later, and make room.
    for (let blocks = await this.blocksLeft(); blocks > MARGIN; blocks = await this.blocksLeft())
      await this.write(changeGroups(Math.min(GROUPS, 4 * (blocks - MARGIN))));
    await this.write(`INSERT INTO users (name, email) VALUES ('filler', 'filler@example.org')`);
    while (await this.fits(changeGroups(1)));
    // Each connection continues with the block that it wrote to last, so that all of them know the free space of each.
    await this.dataSource.query('VACUUM changes');
    let crumbs = 0;
    while (await this.fits(crumbs % 2 === 0 ? JOIN : LEAVE))
      if (++crumbs > CRUMBS) throw new Error('the change log does not get full');
  }

  /** Characters of a description whose change is a row that fits. */
  private async fittingLength(): Promise<number> {
    await this.write(`INSERT INTO groups (name) VALUES ('filler-000')`);
    await this.write(`UPDATE groups SET discoverable = NOT discoverable WHERE name = 'filler-000'`);
    const [row] = await this.dataSource.query<{ size: number }[]>(
      `SELECT pg_column_size(c.*) AS size FROM changes c
        WHERE entity = 'group' AND operation = 'update' AND after->>'name' = 'filler-000'`,
    );
    await this.write(`DELETE FROM groups WHERE name = 'filler-000'`);
    return Math.floor((QUARTER - (row?.size ?? 0)) / 2);
  }

  private async blocksLeft(): Promise<number> {
    const [row] = await this.dataSource.query<{ size: string }[]>(
      `SELECT pg_relation_size('changes') AS size`,
    );
    return Math.floor((MAX_FILE_BYTES - Number(row?.size)) / BLOCK);
  }

  /** Writes; returns whether there was space for it. */
  private async fits(statement: string): Promise<boolean> {
    try {
      await this.write(statement);
      return true;
    } catch (error) {
      if (error instanceof Error && error.message.includes('could not extend file')) return false;
      throw error;
    }
  }

  private write(statement: string): Promise<unknown> {
    return this.unitOfWork.run(() => this.unitOfWork.manager.query(statement));
  }
}

function changeGroups(count: number): string {
  return `UPDATE groups SET discoverable = NOT discoverable
           WHERE id IN (SELECT id FROM groups WHERE name LIKE 'filler-___' ORDER BY id LIMIT ${count})`;
}
