import type { Assignment } from './grid-source';
import type { MenuItem } from './grid-menu';
import type { GridTexts } from './grid-texts';
import { sameAssignment } from './pending-edits';

const CHOICES: readonly (readonly [string, Assignment | null, keyof ChoiceTexts, string, string])[] = [
  ['allow-recursive', { access: 'allow', scope: 'recursive' }, 'allowBelow', '✓', 'A'],
  ['allow-match', { access: 'allow', scope: 'match' }, 'allowHere', '✓', ''],
  ['deny-recursive', { access: 'deny', scope: 'recursive' }, 'denyBelow', '✕', 'D'],
  ['deny-match', { access: 'deny', scope: 'match' }, 'denyHere', '✕', ''],
  ['none', null, 'inherit', '–', 'I'],
];

type ChoiceTexts = Pick<GridTexts, 'allowBelow' | 'allowHere' | 'denyBelow' | 'denyHere' | 'inherit'>;

/** The choices of a cell, with what can be done about it. */
export function choiceItems(
  assigned: Assignment | null,
  edited: boolean,
  shortcuts: boolean,
  texts: GridTexts,
): MenuItem[] {
  const items: MenuItem[] = CHOICES.map(([id, assignment, text, glyph, key]) => ({
    id,
    label: texts[text],
    glyph,
    ...(assignment && { tone: assignment.access }),
    checked: sameAssignment(assigned, assignment),
    ...(shortcuts && key && { shortcut: key }),
  }));
  if (edited) items.push({ id: 'revert', label: texts.revert, glyph: '↺' });
  items.push({ id: 'explain', label: texts.explain, glyph: '?', ...(shortcuts && { shortcut: '?' }) });
  return items;
}

/** The assignment of a choice. */
export function choiceOf(id: string): Assignment | null {
  return CHOICES.find(([choice]) => choice === id)?.[1] ?? null;
}
