import type { Catalogue } from '../language/language';

const en = {
  title: (permission: string, resource: string) => `Why: ${permission} on ${resource}`,
  outcomeAllow: (who: string, permission: string) => `${who} is allowed to ${permission}.`,
  outcomeDeny: (who: string, permission: string) => `${who} is not allowed to ${permission}.`,
  because: 'Because of',
  considered: 'Assignments considered, in order',
  none: 'There is no assignment of this permission, here or above. Without one, access is denied.',
  groupNote:
    'For a group: the permissions of a member without other assignments. Members may have more or fewer permissions through their own assignments and other groups.',
  principal: 'User or group',
  resource: 'Resource',
  assignment: 'Assignment',
  result: 'Used?',
  used: 'used',
  ignored: 'ignored',
  change: 'Change it',
  decidedAt: 'Decided on',
  close: 'Close',
  loading: 'Loading…',
  reasons: {} as Readonly<Record<string, string>>,
};

/** Sentences of the API about an assignment, which are in English, by what they say. */
export const explanationMessages: Catalogue<typeof en> = {
  en,
  fr: {
    title: (permission, resource) => `Pourquoi : ${permission} sur ${resource}`,
    outcomeAllow: (who, permission) => `${who} a la permission ${permission}.`,
    outcomeDeny: (who, permission) => `${who} n’a pas la permission ${permission}.`,
    because: 'En raison de',
    considered: 'Attributions examinées, dans l’ordre',
    none: 'Aucune attribution de cette permission, ni ici ni au-dessus. Sans attribution, l’accès est refusé.',
    groupNote:
      'Pour un groupe : les permissions d’un membre sans autres attributions. Ses membres peuvent en avoir plus ou moins par leurs propres attributions et d’autres groupes.',
    principal: 'Utilisateur ou groupe',
    resource: 'Ressource',
    assignment: 'Attribution',
    result: 'Utilisée ?',
    used: 'utilisée',
    ignored: 'ignorée',
    change: 'La modifier',
    decidedAt: 'Décidé sur',
    close: 'Fermer',
    loading: 'Chargement…',
    reasons: {
      'this rule decides': 'cette attribution décide',
      'this rule decides together with the same rule of another group':
        'cette attribution décide, avec la même d’un autre groupe',
      'administrators may do everything, whatever the rules say':
        'les administrateurs peuvent tout faire, quelles que soient les attributions',
      'a match rule counts on its own resource only': 'limitée à sa propre ressource',
      'a match rule does not count for what has no resource of its own':
        'limitée à sa ressource ; ne vaut pas pour ce qui n’est pas enregistré',
      "a rule of the user itself outranks every group's, wherever it stands":
        'une attribution de l’utilisateur l’emporte sur celles des groupes',
      "a rule of another group outranks the public group's, wherever it stands":
        'une attribution d’un autre groupe l’emporte sur celle du groupe public',
      'a rule of equal rank is closer to the target': 'une attribution de même rang est plus proche',
      'of equal rules on the same resource, the denial counts':
        'sur la même ressource, à rang égal, le refus compte',
      'of equal rules on the same resource, the recursive one is reported':
        'sur la même ressource, à rang égal, la récursive est indiquée',
    },
  },
};
