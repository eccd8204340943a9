import { AsyncLocalStorage } from 'node:async_hooks';

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

const SYSTEM: Actor = { kind: 'system' };
const storage = new AsyncLocalStorage<{ actor: Actor; revision?: number }>();

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

/** The newest revision that the current scope has committed; the reply to a write states it (`X-Access-Revision`). */
export function committedRevision(): number | undefined {
  return storage.getStore()?.revision;
}

export function noteCommitted(revision: number): void {
  const scope = storage.getStore();
  if (scope) scope.revision = revision;
}
