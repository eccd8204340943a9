import { type Verification, verifyAuditLog } from '@gatehouse/audit';
import { createDataSource } from '@gatehouse/database';
import type { Context } from '../context';
import { Failure, UsageError } from '../failures';
import { databaseOf } from './settings';

const CHAINS = ['changes', 'events'] as const;
type Head = Verification['heads'][number];

interface Options {
  readonly expected: readonly string[];
  readonly removedOk: boolean;
}

/** Checks the audit log in one consistent snapshot, and shows what was found. Throws a {@link Failure} if it was altered. */
export async function verifyAudit(context: Context, { expected, removedOk }: Options): Promise<void> {
  const heads = expected.map(headIn);
  const verification = await verified(context, heads);
  const { problems, unproven, unverifiable } = verification;
  show(context, verification);
  if (problems.length > 0) throw new Failure('The audit log was altered.');
  const isOpen = unverifiable.length > 0 || CHAINS.some((chain) => unproven[chain].length > 0);
  if (isOpen && !removedOk) {
    context.exitCode = 2;
    return context.output.note(
      'Not everything can be checked, because it was removed; --removed-ok accepts that.',
    );
  }
  context.output.note(isOpen ? 'What remains of the audit log is intact.' : 'The audit log is intact.');
}

async function verified(context: Context, expected: readonly Head[]): Promise<Verification> {
  const { url, directUrl } = databaseOf(context.environment);
  const dataSource = createDataSource({ url: directUrl ?? url, poolSize: 1, use: 'reads' });
  await dataSource.initialize().catch((error: Error) => {
    throw new Failure(`The database cannot be reached: ${error.message}`, 5);
  });
  try {
    return await dataSource.transaction('REPEATABLE READ', (manager) => verifyAuditLog(manager, expected));
  } finally {
    await dataSource.destroy();
  }
}

function show({ output }: Context, verification: Verification): void {
  const { checked, removedThrough, heads, unproven, unverifiable, problems } = verification;
  if (output.format === 'json')
    return output.json({ checked, removed_through: removedThrough, heads, unproven, unverifiable, problems });
  for (const chain of CHAINS) {
    const removed = removedThrough[chain] > 0 ? `; removed by retention: 1 to ${removedThrough[chain]}` : '';
    output.line(`${chain}: ${checked[chain]} checked${removed}`);
  }
  for (const head of heads) output.line(`head ${textOf(head)}`);
  for (const chain of CHAINS) {
    const last = unproven[chain].at(-1);
    if (last !== undefined)
      output.line(`unproven ${chain} 1 to ${last}: an earlier version did not record their removal`);
  }
  for (const head of unverifiable)
    output.line(`unverifiable ${textOf(head)}: it is in the part that was removed`);
  for (const { chain, position, problem, through } of problems)
    output.line(
      `problem ${chain} ${position}${through === undefined || through === position ? '' : ` to ${through}`}: ${problem}`,
    );
}

function textOf({ chain, position, hash }: Head): string {
  return `${chain}:${position}:${hash}`;
}

function headIn(text: string): Head {
  const [, chain, position, hash] = /^(changes|events):([1-9]\d{0,14}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (!chain || !position || !hash) throw new UsageError(`'${text}' is not a head as it was printed.`);
  return { chain: chain === 'events' ? 'events' : 'changes', position: Number(position), hash };
}
