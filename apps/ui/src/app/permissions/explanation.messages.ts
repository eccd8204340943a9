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
      'this assignment decides': 'cette attribution décide',
      'this assignment decides, together with the same assignment of another group':
        'cette attribution décide, avec la même d’un autre groupe',
      'administrators have all permissions, regardless of assignments':
        'les administrateurs peuvent tout faire, quelles que soient les attributions',
      'a match assignment applies only to the resource on which it is set': 'limitée à sa propre ressource',
      'a match assignment does not apply to unregistered resources':
        'limitée à sa ressource ; ne vaut pas pour ce qui n’est pas enregistré',
      'an assignment of the user takes precedence over those of groups, on any resource':
        'une attribution de l’utilisateur l’emporte sur celles des groupes',
      'an assignment of another group takes precedence over those of the anonymous group, on any resource':
        'une attribution d’un autre groupe l’emporte sur celle du groupe public',
      'an assignment of equal rank is closer to the target': 'une attribution de même rang est plus proche',
      'on the same resource, a denial takes precedence over an allowance of equal rank':
        'sur la même ressource, à rang égal, le refus compte',
      'of equal assignments on the same resource, the recursive one is reported':
        'sur la même ressource, à rang égal, la récursive est indiquée',
    },
  },
};
