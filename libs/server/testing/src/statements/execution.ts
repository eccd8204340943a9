import { escapeLiteral } from 'pg';
import type { QueryRunner } from 'typeorm';
import { GROWING_TABLES } from './growing-tables';

/** What PostgreSQL did to execute a statement. */
export interface Execution {
  /** Pages of 8 kB of tables and indexes that were read, those for triggers and keys included. */
  readonly pages: number;
  /** Rows that it returned. */
  readonly rows: number;
  /** Rows that were inserted, updated or deleted: by it, by keys, and in the log. */
  readonly written: number;
  /** Rows of growing tables that were looked at. */
  readonly examined: number;
  /** Growing tables that were scanned from their beginning. */
  readonly scanned: readonly string[];
  /** For the message of a failure. */
  readonly plan: unknown;
}

/** A node of a plan in JSON. */
interface Node {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly Node[];
}

export interface Explained {
  readonly statement: string;
  readonly parameters: readonly unknown[];
  /** Whether it is planned for any parameters, as PostgreSQL may do with prepared statements. */
  readonly isGeneric?: boolean;
  /** Whether it is part of a unit of work. */
  readonly needsRevision?: boolean;
  /** Statements that are executed before it. */
  readonly before?: readonly string[];
}

interface Counters {
  readonly pages: number;
  readonly written: number;
}

/** What this transaction has read and written, as PostgreSQL counts it. */
const COUNTERS = `SELECT sum(pg_stat_get_xact_blocks_fetched(oid))::integer AS pages,
    sum(pg_stat_get_xact_tuples_inserted(oid) + pg_stat_get_xact_tuples_updated(oid) + pg_stat_get_xact_tuples_deleted(oid))::integer AS written
  FROM pg_class WHERE relkind IN ('r', 'i') AND relnamespace = current_schema()::regnamespace`;

/** Revisions of executions go down: what was rolled back, and is not removed yet, is behind the rows that the next one looks for. */
let nextRevision = 1_000_000;

/** Executes a statement, and what triggers and keys execute for it, in a transaction that is rolled back. */
export async function executionOf(runner: QueryRunner, explained: Explained): Promise<Execution> {
  const { statement, parameters, isGeneric = false, needsRevision = false, before = [] } = explained;
  await runner.query('BEGIN');
  try {
    if (needsRevision) {
      await runner.query('UPDATE access_revision SET value = value + $1', [nextRevision--]);
      await runner.query("SELECT begin_revision('system', NULL, NULL, NULL, NULL, NULL)");
    }
    for (const one of before) await runner.query(one);
    // Functions and keys have prepared statements.
    await runner.query('SET LOCAL plan_cache_mode = force_generic_plan');
    if (isGeneric) await runner.query(`PREPARE explained AS ${statement}`);
    const start = await countersOf(runner);
    const [row] = await (isGeneric
      ? runner.query(`${EXPLAIN} EXECUTE explained ${argumentsOf(parameters)}`)
      : runner.query(`${EXPLAIN} ${statement}`, [...parameters]));
    // What is checked and computed at the end of a transaction.
    if (needsRevision) await runner.query('SET CONSTRAINTS ALL IMMEDIATE');
    const end = await countersOf(runner);
    const nodes = nodesIn(row);
    const reads = nodes.filter((node) => (node['Relation Name'] ?? '') in GROWING_TABLES && isRead(node));
    return {
      pages: end.pages - start.pages,
      rows: nodes[0]?.['Actual Rows'] ?? 0,
      written: end.written - start.written,
      examined: reads.reduce((sum, node) => sum + examinedBy(node), 0),
      scanned: reads
        .filter((node) => node['Node Type'] === 'Seq Scan')
        .map((node) => node['Relation Name'] ?? ''),
      plan: nodes[0],
    };
  } finally {
    await runner.query('ROLLBACK');
    if (isGeneric) await runner.query('DEALLOCATE ALL');
  }
}

const EXPLAIN = 'EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON)';

function argumentsOf(parameters: readonly unknown[]): string {
  if (parameters.length === 0) return '';
  const literal = (value: unknown): string => (value === null ? 'NULL' : escapeLiteral(String(value)));
  return `(${parameters.map(literal).join(', ')})`;
}

async function countersOf(runner: QueryRunner): Promise<Counters> {
  const [row] = (await runner.query(COUNTERS)) as [Counters];
  return row;
}

function nodesIn(explained: unknown): Node[] {
  return [...nodesOf((explained as { 'QUERY PLAN': [{ Plan: Node }] })['QUERY PLAN'][0].Plan)];
}

function* nodesOf(node: Node): Generator<Node> {
  yield node;
  for (const child of node.Plans ?? []) yield* nodesOf(child);
}

const isRead = (node: Node): boolean => node['Node Type'] !== 'ModifyTable' && node['Actual Loops'] > 0;

function examinedBy(node: Node): number {
  const each =
    node['Actual Rows'] +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0);
  return each * node['Actual Loops'];
}
