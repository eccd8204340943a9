import type { GridTexts } from '../src';

export const englishGridTexts: GridTexts = {
  resource: 'Resource',
  actions: 'Actions',
  permission: (name) => name,
  allow: 'Allow',
  deny: 'Deny',
  none: 'Not set',
  below: 'and below',
  onlyHere: 'only this',
  allowBelow: 'Allow, and below',
  allowHere: 'Allow, only this',
  denyBelow: 'Deny, and below',
  denyHere: 'Deny, only this',
  inherit: 'Not set here (inherit)',
  explain: 'Explain',
  revert: 'Undo this edit',
  choices: (permission, resource) => `${permission} on ${resource}`,
  allowed: 'Allowed',
  denied: 'Denied',
  notApplicable: 'Does not apply',
  loadingRow: 'Loading',
  because: (reason) => reason,
  fromEveryone: (reason) => reason === 'group:1:public',
  assignedBelow: 'Has assignments below',
  cell: ({ assigned, effect, unsaved }) =>
    `${assigned}${unsaved ? ' (not saved)' : ''}. In effect: ${effect}`,
};
