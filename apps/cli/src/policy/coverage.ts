import { principalText } from '../commands/fields';
import { type Decision, type KnownAssignment, assignmentKey } from './decision';

/** Which assignments have decided an expectation. */
export class Coverage {
  private readonly deciding = new Set<string>();
  readonly services = new Set<string>();

  add({ rules, service }: Decision): void {
    if (service !== undefined) this.services.add(service);
    for (const { holder, permission, resourceId, isUsed } of rules)
      if (isUsed) this.deciding.add(assignmentKey({ holder: principalText(holder), permission, resourceId }));
  }

  /** Those that have decided none. */
  undecided(assignments: readonly KnownAssignment[]): readonly KnownAssignment[] {
    return assignments.filter(({ key }) => !this.deciding.has(key));
  }
}
