import { randomUUID } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
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

/** Whether a path that was given as a file is that of a saved plan, be it one that cannot be used. */
export async function isSavedPlan(path: string): Promise<boolean> {
  const content = await readFile(path).catch(() => undefined);
  return content !== undefined && Object.hasOwn(recordOf(content), 'gatehouse_plan');
}

/** Whether two plans of the same changes, one of which was kept in a file, show the same. */
export function showsTheSame(saved: Plan, now: Plan): boolean {
  return isDeepStrictEqual(shownOf(saved, now), shownOf(now, saved));
}

/**
 * What follows from the changes, and from the effect where it has the same hash. What is kept, and whether a removal gives access, depends on
 * the state, which may be another one; the instance decides that when it applies.
 */
function shownOf(plan: Plan, other: Plan): unknown {
  const { counts, steps, changes } = plan;
  const shown = { counts, steps, changes };
  const effect = { ...plan.effect, revision: undefined };
  const withEffect = plan.effect_hash === other.effect_hash ? { ...shown, effect } : shown;
  return JSON.parse(JSON.stringify(withEffect));
}

function savedIn(content: Buffer): SavedPlan | undefined {
  const value = recordOf(content);
  return value['gatehouse_plan'] === FORMAT && hasParts(value) ? (value as unknown as SavedPlan) : undefined;
}

/** An object of a file; an empty one for anything else. */
function recordOf(content: Buffer): Row {
  if (content.length > MAX_BYTES) return {};
  try {
    const value: unknown = JSON.parse(content.toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Row) : {};
  } catch {
    return {};
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
