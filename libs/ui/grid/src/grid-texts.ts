import type { RemoteChange } from './pending-edits';

/** The texts of a permission grid, in the language of the application. */
export interface GridTexts {
  readonly resource: string;
  readonly actions: string;
  /** Title of a column; the name itself is a wire name and is shown as it is. */
  readonly permission: (name: string) => string;
  readonly allow: string;
  readonly deny: string;
  readonly none: string;
  readonly below: string;
  readonly onlyHere: string;
  readonly allowBelow: string;
  readonly allowHere: string;
  readonly denyBelow: string;
  readonly denyHere: string;
  readonly inherit: string;
  readonly explain: string;
  readonly revert: string;
  readonly choices: (permission: string, resource: string) => string;
  readonly allowed: string;
  readonly denied: string;
  readonly notApplicable: string;
  readonly loadingRow: string;
  /** Why something is in effect, for a reason of the API: `group:3:editors`, `administrator`, … */
  readonly because: (reason: string) => string;
  /** Whether a reason is an assignment to all users, signed in or not. */
  readonly fromEveryone: (reason: string) => boolean;
  readonly assignedBelow: string;
  /** The whole statement of a cell, for assistive technology. */
  readonly cell: (parts: { assigned: string; effect: string; unsaved: boolean }) => string;
  /** What somebody else has assigned to an edited cell; `short` is shown in it, `full` also says when. */
  readonly conflict: (remote: RemoteChange) => { readonly short: string; readonly full: string };
  /** Announces an edit that was taken back. */
  readonly undid: (permission: string, path: string) => string;
  /** Announces that there is no edit to take back. */
  readonly nothingToUndo: string;
}
