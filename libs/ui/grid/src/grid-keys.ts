import type { Assignment, Scope } from './grid-source';
import type { GridState } from './grid-state';

/** The action of a key other than moving: a choice for the cell, or its explanation. */
export type KeyRequest = 'choose' | 'act' | 'explain' | 'moved' | 'edited' | 'undo' | undefined;

/** A key as the grid takes it. */
export interface PressedKey {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey?: boolean;
}

/**
 * Applies a key to the state of a grid; returns what happened, or undefined for a key that the grid does not use.
 *
 * `page` is the number of lines of a screen. Single-key shortcuts can be switched off (WCAG 2.1.4).
 */
export function pressKey(
  state: GridState,
  pressed: PressedKey,
  options: { page: number; shortcuts: boolean },
): KeyRequest {
  if (pressed.altKey) return undefined;
  // Also with the command key of Apple keyboards.
  if ((pressed.ctrlKey || pressed.metaKey) && pressed.key.toLowerCase() === 'z')
    return pressed.shiftKey ? undefined : 'undo';
  if (pressed.metaKey) return undefined;
  const move = pressed.ctrlKey ? movedFar(state, pressed.key) : moved(state, pressed.key, options.page);
  if (move) return 'moved';
  if (pressed.ctrlKey) return undefined;
  if (pressed.key === 'Enter' || pressed.key === ' ') return enter(state);
  return options.shortcuts ? shortcut(state, pressed.key) : undefined;
}

function moved(state: GridState, key: string, page: number): boolean {
  const index = state.activeIndex();
  switch (key) {
    case 'ArrowDown':
      state.moveToIndex(index + 1);
      return true;
    case 'ArrowUp':
      state.moveToIndex(index - 1);
      return true;
    case 'PageDown':
      state.moveToIndex(index + page);
      return true;
    case 'PageUp':
      state.moveToIndex(index - page);
      return true;
    case 'Home':
      state.moveToColumn(0);
      return true;
    case 'End':
      state.moveToColumn(state.columns() - 1);
      return true;
    case 'ArrowRight':
      return right(state);
    case 'ArrowLeft':
      return left(state);
    default:
      return false;
  }
}

function movedFar(state: GridState, key: string): boolean {
  if (key === 'Home') state.moveToIndex(0, 0);
  else if (key === 'End') state.moveToIndex(state.length() - 1, state.columns() - 1);
  else return false;
  return true;
}

/** On a resource that is collapsed it expands, as in every tree; otherwise it moves to the next cell. */
function right(state: GridState): boolean {
  const branch = state.activeBranch();
  const { column } = state.active();
  if (column === 0 && branch && !branch.expanded && state.isExpandable(branch)) state.expand(branch, true);
  else state.moveToColumn(column + 1);
  return true;
}

/** On a resource it collapses it, or moves to its parent; otherwise it moves to the previous cell. */
function left(state: GridState): boolean {
  const branch = state.activeBranch();
  const { column, parent } = state.active();
  if (column > 0) state.moveToColumn(column - 1);
  else if (branch?.expanded) state.expand(branch, false);
  else if (parent && !state.onlyAssigned()) state.moveTo(parent, 0);
  return true;
}

function enter(state: GridState): KeyRequest {
  const branch = state.activeBranch();
  if (!branch) return 'moved';
  const permission = activePermission(state);
  if (permission !== undefined) return state.cell(branch, permission) ? 'choose' : 'moved';
  if (state.active().column > 0) return 'act';
  state.toggle(branch);
  return 'moved';
}

function shortcut(state: GridState, key: string): KeyRequest {
  const branch = state.activeBranch();
  const permission = activePermission(state);
  if (!branch || permission === undefined || !state.cell(branch, permission)) return undefined;
  const assigned = state.assigned(branch, permission);
  switch (key.toLowerCase()) {
    case 'a':
      state.assign(branch, permission, { access: 'allow', scope: assigned?.scope ?? 'recursive' });
      return 'edited';
    case 'd':
      state.assign(branch, permission, { access: 'deny', scope: assigned?.scope ?? 'recursive' });
      return 'edited';
    case 'i':
      state.assign(branch, permission, null);
      return 'edited';
    case 'r':
      if (assigned) state.assign(branch, permission, otherScope(assigned));
      return 'edited';
    case '?':
      return 'explain';
    default:
      return undefined;
  }
}

function otherScope({ access, scope }: Assignment): Assignment {
  const other: Scope = scope === 'recursive' ? 'match' : 'recursive';
  return { access, scope: other };
}

/** The permission of the column of the cursor; undefined in the column of resources. */
export function activePermission(state: GridState): string | undefined {
  return state.permissionNames()[state.active().column - 1];
}
