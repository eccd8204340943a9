import { randomUUID } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import type { Row } from '../declaration/shown';
import { Failure, UsageError } from '../failures';
import type { Plan, PlanOptions } from './plan';
import type { SentConfiguration } from './sent-configuration';

const FORMAT = 1;
/** Bytes of a saved plan: a thousand changes and messages are far less. */
const MAX_BYTES = 32 * 1024 * 1024;

/** A plan that was reviewed. It has neither the values of variables nor passwords: applying it reads the files again. */
export interface SavedPlan {
  readonly gatehouse_plan: typeof FORMAT;
  /** The instance whose state it is about. */
  readonly instance: string;
  readonly paths: readonly string[];
  readonly files: SentConfiguration['digests'];
  readonly options: PlanOptions;
  readonly plan: Plan;
}

/** Writes a plan to a file that only this user can read. Only a saved plan is replaced by it. Throws a {@link Failure}. */
export async function savePlan(path: string, content: Omit<SavedPlan, 'gatehouse_plan'>): Promise<void> {
  await rejectOtherFile(path);
  const partial = `${path}.${randomUUID()}`;
  try {
    await writeFile(partial, `${JSON.stringify({ gatehouse_plan: FORMAT, ...content }, null, 2)}\n`, {
      mode: 0o600,
      flag: 'wx',
    });
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    throw new Failure(`${path} cannot be written (${(error as NodeJS.ErrnoException).code}).`);
  }
}

async function rejectOtherFile(path: string): Promise<void> {
  const content = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new Failure(`${path} cannot be written (${error.code}).`);
  });
  if (content !== undefined && !savedIn(content))
    throw new UsageError(`${path} exists already, and is no saved plan.`);
}

/** Throws a {@link Failure} for anything but a saved plan. */
export async function readPlan(path: string): Promise<SavedPlan> {
  const content = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${path} cannot be read (${error.code}).`);
  });
  const saved = savedIn(content);
  if (!saved) throw new UsageError(`${path} is no plan of gatehouse config plan --out.`);
  return saved;
}

/** Whether a path that was given as a file is that of a saved plan. */
export async function isSavedPlan(path: string): Promise<boolean> {
  const content = await readFile(path).catch(() => undefined);
  return content !== undefined && savedIn(content) !== undefined;
}

function savedIn(content: Buffer): SavedPlan | undefined {
  if (content.length > MAX_BYTES) return undefined;
  try {
    const value: Row = JSON.parse(content.toString('utf8'));
    return value['gatehouse_plan'] === FORMAT && hasParts(value)
      ? (value as unknown as SavedPlan)
      : undefined;
  } catch {
    return undefined;
  }
}

function hasParts({ instance, paths, files, options, plan }: Row): boolean {
  return (
    typeof instance === 'string' &&
    Array.isArray(paths) &&
    paths.every((path) => typeof path === 'string') &&
    Array.isArray(files) &&
    typeof options === 'object' &&
    options !== null &&
    typeof plan === 'object' &&
    plan !== null &&
    typeof (plan as Row)['plan_hash'] === 'string' &&
    Array.isArray((plan as Row)['changes'])
  );
}
