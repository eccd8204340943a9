import type { AccessSnapshot } from '@gatehouse/access-engine';
import { type DirectorySettings, GroupRules, UserRules } from '@gatehouse/directory';
import type { Message } from '../message';
import { Planner } from '../plan/planner';
import type { DesiredState } from '../validate/desired-state';
import { applyInMemory } from './apply-in-memory';
import { type MemoryAssignment, MemoryState } from './memory-state';

/**
 * An instance in memory to which desired states are applied by the same plans as to a database. It begins with what each instance
 * has by itself.
 */
export class MemoryConfiguration {
  private readonly state: MemoryState;
  private readonly planner: Planner;

  constructor(settings: DirectorySettings) {
    this.state = new MemoryState(settings);
    const rules = { users: new UserRules(settings), groups: new GroupRules(settings) };
    this.planner = new Planner(this.state, rules);
  }

  /** Returns the messages of the plan. Where one of them refuses the configuration, nothing is applied. */
  async apply(desired: DesiredState): Promise<readonly Message[]> {
    const { changes, messages } = await this.planner.plan(desired);
    if (messages.every(({ severity }) => severity !== 'refused')) applyInMemory(this.state, changes);
    return messages;
  }

  /** Adds a user who is in the group alone, and returns the identifier; undefined if there is no such group. */
  addMemberOf(group: string): number | undefined {
    return this.state.addMemberOf(group);
  }

  snapshot(): AccessSnapshot {
    return this.state.snapshot();
  }

  assignments(): Iterable<MemoryAssignment> {
    return this.state.heldAssignments();
  }
}
