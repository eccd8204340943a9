import { DatabaseIncapable, type UnitOfWork, unavailability, withinTime } from '@gatehouse/database';
import type { DirectorySettings } from '@gatehouse/directory';
import { applyAssignments, applyMemberships } from './apply/apply-access';
import { applyTokens, changeNodes, createLinks } from './apply/apply-links';
import { changeObjects } from './apply/change-objects';
import { createObjects } from './apply/create-objects';
import { removeEarly, removeLate, settleRecords } from './apply/remove-objects';
import { type ImportProgress, Steps } from './apply/steps';
import { reserveIds } from './compare/target-ids';
import type { Decision } from './conflicts/decisions';
import { conflictGroups } from './conflicts/conflict-table';
import { prepare } from './prepare/prepare';
import type { SourceNames } from './prepare/names';
import { countAll } from './report/counts';
import type { ImportReport } from './report/import-report';
import { ImportSession } from './session';
import type { StagedSource } from './source/source';
import { IMPORT_LOCK, ImportRecords, type StoredSource } from './stored/import-records';

export interface ImportParts {
  /** On a data source of one connection: the one with the staged tables. */
  readonly unitOfWork: UnitOfWork;
  readonly settings: DirectorySettings;
  /** Seconds for which registrations wait for their completion. */
  readonly registrationSeconds: number;
}

export interface ImportOptions {
  /** Name of the source: what it had last time is known by it, wherever it is read from. */
  readonly source?: string;
  readonly names?: Partial<SourceNames>;
  readonly decisions?: readonly Decision[];
  /** Only reports: nothing is written but tables of the session. */
  readonly isDry?: boolean;
  readonly progress?: (progress: ImportProgress) => void;
  /** Called with the rows of deleted objects that were removed so far, before and after the steps; what it throws ends the import. */
  readonly removed?: (rows: number) => void;
  /** Rows of one batch. */
  readonly batchRows?: number;
  /** Rows of one revision, at most. */
  readonly maxStepRows?: number;
  readonly beforeStep?: () => void | Promise<void>;
}

export interface ImportResult {
  readonly report: ImportReport;
  /** Of the table `imports`; undefined if nothing was applied. */
  readonly id?: number;
  /** Revisions that were written. */
  readonly revisions: number;
  /** Of a dry run: whether an earlier import has not come to its end, so that another one completes it even if it changes nothing. */
  readonly completes?: boolean;
}

/** The import does not begin, since something has to be decided; the report says what. */
export class ImportRefused extends Error {
  override readonly name = 'ImportRefused';
  constructor(readonly report: ImportReport) {
    const codes = report.conflicts.filter(({ refused }) => refused > 0);
    super(
      `nothing was imported: ${codes.map(({ code, refused }) => `${refused} of ${code}`).join(', ')} must be decided`,
    );
  }
}

/** The target does not have the users and groups that every instance has: those of the source would be other ones. */
export class TargetUnprepared extends Error {
  override readonly name = 'TargetUnprepared';
}

/** An import that has ended early: what it has done remains, and the next one continues. */
export class ImportInterrupted extends Error {
  override readonly name = 'ImportInterrupted';
}

const DEFAULT_SOURCE = 'magpie';
const BATCH_ROWS = 500;

/**
 * Imports what is staged. Throws `TargetUnprepared` if it cannot begin, `ImportRefused` if something must be decided before, `ImportInterrupted` if it could
 * not be completed.
 * Reference: docs/reference/import.md.
 */
export async function runImport(
  parts: ImportParts,
  staged: StagedSource,
  options: ImportOptions = {},
): Promise<ImportResult> {
  const session = new ImportSession(parts.unitOfWork);
  // Statements about millions of rows take longer than those of requests may.
  return withinTime(0, async () => {
    const [lock] = await session.query<{ free: boolean }>('SELECT pg_try_advisory_lock($1) AS free', [
      IMPORT_LOCK,
    ]);
    if (lock?.free !== true) throw new ImportInterrupted('another import is running');
    try {
      return await new Import(session, parts, staged, options).run();
    } finally {
      await session.query('SELECT pg_advisory_unlock($1)', [IMPORT_LOCK]).catch(() => undefined);
    }
  });
}

class Import {
  private readonly records: ImportRecords;
  private readonly batchRows: number;
  private readonly name: string;

  constructor(
    private readonly session: ImportSession,
    private readonly parts: ImportParts,
    private readonly staged: StagedSource,
    private readonly options: ImportOptions,
  ) {
    this.records = new ImportRecords(session);
    this.batchRows = options.batchRows ?? BATCH_ROWS;
    this.name = options.source ?? DEFAULT_SOURCE;
  }

  async run(): Promise<ImportResult> {
    await this.rejectUnprepared();
    const known = await this.records.source(this.name);
    const keepsIds = known?.keepsIds ?? (await this.isTargetEmpty());
    if (this.options.isDry) {
      const report = await this.plan(known ?? { id: 0, keepsIds, reserved: {} }, true);
      return { report, revisions: 0, completes: await this.records.isUnfinished(this.name) };
    }
    // Rows below and of deleted objects are not there any more, for plans too.
    await beforeChanges(() => this.session.unitOfWork.removal.removeLeft(this.options.removed));
    const source = known ?? (await this.newSource(keepsIds));
    const report = await this.plan(source, false);
    if (report.conflicts.some(({ refused }) => refused > 0)) {
      if (!known) await this.records.removeSource(source);
      throw new ImportRefused(report);
    }
    const id = await this.records.begin(this.name, this.staged.name, report);
    try {
      const revisions = await this.apply();
      await this.records.end(id, 'succeeded', null);
      return { report, id, revisions };
    } catch (error) {
      const reason = reasonOf(error);
      await this.records.end(id, 'failed', reason).catch(() => undefined);
      throw new ImportInterrupted(`${reason}; what was imported remains, and the next import continues`, {
        cause: error,
      });
    }
  }

  private newSource(keepsIds: boolean): Promise<StoredSource> {
    return beforeChanges(async () =>
      this.records.addSource(this.name, {
        keepsIds,
        // Sequences continue behind the identifiers of the source, before it is known which of them are kept.
        reserved: keepsIds ? await reserveIds(this.session) : {},
      }),
    );
  }

  private plan(source: StoredSource, isDry: boolean): Promise<ImportReport> {
    return beforeChanges(() => this.report(source, isDry));
  }

  private async report(source: StoredSource, isDry: boolean): Promise<ImportReport> {
    const { session, parts, options, staged, batchRows } = this;
    const names = options.names ?? {};
    await prepare(session, {
      settings: parts.settings,
      names,
      source,
      isDry,
      batchRows,
      decisions: options.decisions ?? [],
    });
    return {
      source: staged.name,
      revision: staged.revision,
      takenAt: staged.takenAt.toISOString(),
      rows: staged.rows,
      counts: await countAll(session),
      conflicts: await conflictGroups(session),
      keepsIds: source.keepsIds,
    };
  }

  /** What is narrower comes before what is wider, so that nobody can do meanwhile what both sides deny. ADR 45. */
  private async apply(): Promise<number> {
    const { session, batchRows, options, parts } = this;
    const steps = new Steps(session, { ...options, batchRows });
    const link = (kind: Parameters<typeof createLinks>[2]): Promise<void> =>
      createLinks(session, steps, kind, batchRows, parts.registrationSeconds);
    await removeEarly(session, steps);
    await createObjects(session, steps, 'groups', batchRows);
    await createObjects(session, steps, 'users', batchRows);
    await link('nodes');
    await changeNodes(session, steps);
    await createObjects(session, steps, 'services', batchRows);
    await createObjects(session, steps, 'resources', batchRows);
    await changeObjects(session, steps, batchRows);
    await applyAssignments(session, steps, 'narrow');
    await applyMemberships(session, steps);
    await applyAssignments(session, steps, 'widen');
    await applyAssignments(session, steps, 'note');
    await link('identities');
    await link('remote_users');
    await applyTokens(session, steps, batchRows);
    await link('pending_users');
    await removeLate(session, steps, options.removed);
    await settleRecords(session);
    return steps.revisions;
  }

  private async rejectUnprepared(): Promise<void> {
    const { adminUser, adminGroup, anonymousUser, usersGroup } = this.parts.settings;
    const [missing] = await this.session.query<{ kind: string; name: string }>(
      `SELECT 'user' AS kind, x.name FROM unnest($1::varchar[]) x (name) WHERE NOT EXISTS (SELECT 1 FROM users u WHERE u.name = x.name)
       UNION ALL SELECT 'group', x.name FROM unnest($2::varchar[]) x (name) WHERE NOT EXISTS (SELECT 1 FROM groups g WHERE g.name = x.name)
       LIMIT 1`,
      [
        [adminUser, anonymousUser],
        [adminGroup, anonymousUser, usersGroup],
      ],
    );
    if (missing) throw new TargetUnprepared(`The database has no ${missing.kind} ${missing.name}.`);
  }

  /** Whether there is nothing but the users and groups that every instance has. */
  private async isTargetEmpty(): Promise<boolean> {
    const { adminUser, adminGroup, anonymousUser, usersGroup } = this.parts.settings;
    const others = await this.session.number(
      `SELECT (SELECT count(*) FROM (SELECT 1 FROM resources LIMIT 1) r)
         + (SELECT count(*) FROM (SELECT 1 FROM users WHERE name <> ALL ($1) LIMIT 1) u)
         + (SELECT count(*) FROM (SELECT 1 FROM groups WHERE name <> ALL ($2) LIMIT 1) g)`,
      [
        [adminUser, anonymousUser],
        [adminGroup, anonymousUser, usersGroup],
      ],
    );
    return others === 0;
  }
}

const DISK_FULL = 'the disk of the database is full';

/** SQLSTATE of what an operator can mend. */
const REASONS: Readonly<Record<string, string>> = {
  '53200': 'the database is out of memory',
  '23505': 'somebody has created an object of the same name meanwhile',
  '42P01': 'the connection with the staged rows was lost',
};

/** Why the database could not go on, if an operator can mend it; undefined for any other error. */
export function reasonToMend(error: unknown): string | undefined {
  const unavailable = unavailability(error);
  if (unavailable instanceof DatabaseIncapable && unavailable.isDiskFull) return DISK_FULL;
  const code = codeOf(error) ?? codeOf(unavailable?.cause);
  return (
    (code === undefined ? undefined : REASONS[code]) ??
    (unavailable && 'the connection to the database was lost')
  );
}

function codeOf(error: unknown): string | undefined {
  const code: unknown = Reflect.get(Object(error), 'code');
  return typeof code === 'string' ? code : undefined;
}

function reasonOf(error: unknown): string {
  return reasonToMend(error) ?? (error instanceof Error ? error.message : String(error));
}

/** What precedes the first change: the database may be unable to hold what is compared. */
async function beforeChanges<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const reason = reasonToMend(error);
    if (reason === undefined) throw error;
    throw new ImportInterrupted(`${reason}; nothing was imported`, { cause: error });
  }
}
