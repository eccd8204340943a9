import { OPERATIONS_PER_STEP, type Steps } from '../../steps';
import type { CompiledStore } from '../compiled-store';
import type { Affected, Region } from './zones';
import type { CompiledEdit } from './assignment-overlay';

/** The users whom edits concern, without administrators, whom no assignment affects. */
export function* affectedUsers(store: CompiledStore, edits: readonly CompiledEdit[]): Steps<Affected> {
  const { arena, adminGroup, users: table } = store;
  const users = new Uint8Array(table.slots);
  const groups = new Set<number>();
  let operations = 0;
  const add = (user: number): void => {
    if (users[user] === 1 || !table.isLive(user) || (adminGroup && store.isMember(user, adminGroup.slot)))
      return;
    users[user] = 1;
    for (const group of arena.values(table.links(user))) groups.add(group);
  };
  const done = new Set<number>();
  for (const { kind, principal } of edits) {
    if (kind === 'user') add(principal);
    else if (!done.has(principal)) {
      done.add(principal);
      for (const user of arena.copy(store.groups.links(principal))) {
        if (++operations % OPERATIONS_PER_STEP === 0) yield 0;
        add(user);
      }
    }
  }
  return { users, groups };
}

/**
 * The affected users in classes with the same decisions throughout a region: those that are in the
 * same relevant groups and have no relevant assignments themselves; any other user is a class.
 */
export function* userClasses(store: CompiledStore, affected: Affected, region: Region): Steps<number[][]> {
  const byGroups = new Map<string, number[]>();
  const classes: number[][] = [];
  for (let user = 0; user < affected.users.length; user++) {
    if ((user + 1) % OPERATIONS_PER_STEP === 0) yield 0;
    if (affected.users[user] !== 1) continue;
    if (region.users.has(user)) {
      classes.push([user]);
      continue;
    }
    const key = store.arena
      .values(store.users.links(user))
      .filter((group) => region.groups.has(group))
      .join(' ');
    const cached = byGroups.get(key);
    if (cached) cached.push(user);
    else {
      const users = [user];
      byGroups.set(key, users);
      classes.push(users);
    }
  }
  return classes;
}
