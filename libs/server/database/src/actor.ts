import { AsyncLocalStorage } from 'node:async_hooks';
import type { RecordedObject } from './recorded-object';

/** Who makes a change, from where and in which request; written into the header of the revision. */
export interface Actor {
  readonly kind: 'user' | 'anonymous' | 'system';
  readonly id?: number;
  readonly name?: string;
  /**
   * In which role, where it is not that of an ordinary user: `administrator`, or `hook`, `job`, `link` or `undo`, followed by
   * a colon and the name of the hook, job or operation, or the revision that is undone.
   */
  readonly role?: string;
  readonly address?: string;
  readonly requestId?: string;
}

/** What must not have changed for the units of work of a request. Reference: data#conditional-changes. */
export interface Precondition {
  /** The revision on which the request is based. */
  readonly since: number;
  /** The objects whose fields are compared. */
  readonly objects: readonly RecordedObject[];
}

const SYSTEM: Actor = { kind: 'system' };
const storage = new AsyncLocalStorage<{
  actor: Actor;
  /** The revisions that the scope has committed. */
  revisions?: readonly number[];
  precondition?: Precondition;
}>();

/** Runs `work` on behalf of `actor`: everything it changes is recorded under that name. */
export function runAs<T>(actor: Actor, work: () => T): T {
  return storage.run({ actor }, work);
}

/** Sets the actor once it is known, e.g. after the session of a request was read. */
export function actAs(actor: Actor): void {
  const scope = storage.getStore();
  if (scope) scope.actor = actor;
}

export function currentActor(): Actor {
  return storage.getStore()?.actor ?? SYSTEM;
}

/** Units of work of the current scope fail with `ChangedMeanwhile` rather than overwrite what was changed after a revision. */
export function overwriteNothingSince(precondition: Precondition): void {
  const scope = storage.getStore();
  if (!scope) throw new Error('a precondition needs a scope');
  scope.precondition = precondition;
}

export function currentPrecondition(): Precondition | undefined {
  return storage.getStore()?.precondition;
}

/** The newest revision that the current scope has committed; the reply to a write states it (`X-Access-Revision`). */
export function committedRevision(): number | undefined {
  return committedRevisions().at(-1);
}

/** All revisions that the current scope has committed, the oldest first. */
export function committedRevisions(): readonly number[] {
  return storage.getStore()?.revisions ?? [];
}

export function noteCommitted(revision: number): void {
  const scope = storage.getStore();
  if (scope) scope.revisions = [...committedRevisions(), revision];
}
