import { type Assignment, effectOf, type GridCell } from './grid-source';
import type { GridState } from './grid-state';
import type { GridTexts } from './grid-texts';
import type { Branch } from './tree-rows';

/** What a cell shows. */
export interface CellView {
  readonly permission: string;
  readonly applicable: boolean;
  /** The assignment here, edits included. */
  readonly assigned: Assignment | null;
  readonly assignedText: string;
  readonly scopeText: string;
  readonly edited: boolean;
  /** What somebody else has done to the edited assignment; empty if nothing. */
  readonly conflict: string;
  readonly effectAllows: boolean;
  readonly effectText: string;
  readonly reasonText: string;
  /** Whether the principal or its groups have this effect themselves, rather than everyone, or nobody. */
  readonly isOwn: boolean;
  /** Everything above in one statement. */
  readonly label: string;
}

/** Words for an assignment; `none` for nothing. */
export function assignmentText(assignment: Assignment | null, texts: GridTexts): string {
  if (!assignment) return texts.none;
  const key = assignment.access === 'allow' ? 'allow' : 'deny';
  return assignment.scope === 'recursive' ? texts[`${key}Below`] : texts[`${key}Here`];
}

/** Whether the principal or its groups have an effect themselves; the group of all users has its own. */
function isOwnEffect({ effective, member }: GridCell, { fromEveryone }: GridTexts): boolean {
  if (effective.reason === 'no-permission') return false;
  return member !== undefined || !fromEveryone(effective.reason);
}

export function viewCell(state: GridState, branch: Branch, permission: string, texts: GridTexts): CellView {
  const cell = state.cell(branch, permission);
  if (!cell)
    return {
      permission,
      applicable: false,
      assigned: null,
      assignedText: '',
      scopeText: '',
      edited: false,
      conflict: '',
      effectAllows: false,
      effectText: '',
      reasonText: '',
      isOwn: false,
      label: texts.notApplicable,
    };
  const assigned = state.assigned(branch, permission);
  const edit = state.edits.of(branch.row.resource_id, permission);
  const edited = edit !== undefined;
  const conflict = edit?.remote && texts.conflict(edit.remote);
  const effect = effectOf(cell);
  const effectAllows = effect.access === 'allow';
  const effectText = effectAllows ? texts.allowed : texts.denied;
  const reasonText = texts.because(effect.reason);
  const assignedText = assigned ? (assigned.access === 'allow' ? texts.allow : texts.deny) : '';
  const scopeText = assigned ? (assigned.scope === 'recursive' ? texts.below : texts.onlyHere) : '';
  // The name of the cell contains its visible text as it is (WCAG 2.5.3).
  const shown = assigned ? `${assignedText} ${scopeText}` : texts.none;
  const label = conflict
    ? `${shown}. ${conflict.short}. ${conflict.full}`
    : texts.cell({ assigned: shown, effect: `${effectText}, ${reasonText}`, unsaved: edited });
  return {
    permission,
    applicable: true,
    assigned,
    assignedText,
    scopeText,
    edited,
    conflict: conflict?.short ?? '',
    effectAllows,
    effectText,
    reasonText,
    isOwn: isOwnEffect(cell, texts),
    label,
  };
}
