import { consoleTexts } from '../language/console-texts';

export const explanationTexts = consoleTexts('explanation', {
  en: {
    title: 'Why: {{permission}} on {{resource}}',
    outcomeAllow: '{{who}} is allowed to {{permission}}.',
    outcomeDeny: '{{who}} is not allowed to {{permission}}.',
    because: 'Because of',
    considered: 'Assignments considered, in order',
    none: 'There is no assignment of this permission, here or above. Without one, access is denied.',
    groupNote:
      'For a group: the permissions of a member without other assignments. Members may have more or fewer permissions through their own assignments and other groups.',
    principal: 'User or group',
    resource: 'Resource',
    used: 'used',
    ignored: 'ignored',
    change: 'Change it',
    close: 'Close',
    loading: 'Loading…',
    reasons: {
      decides: 'this assignment decides',
      decidesWithOther: 'this assignment decides, together with the same assignment of another group',
      administrator: 'administrators have all permissions, regardless of assignments',
      matchElsewhere: 'a match assignment applies only to the resource on which it is set',
      matchUnregistered: 'a match assignment does not apply to unregistered resources',
      userOutranks: 'an assignment of the user takes precedence over those of groups, on any resource',
      groupOutranks:
        'an assignment of another group takes precedence over those of the anonymous group, on any resource',
      closer: 'an assignment of equal rank is closer to the target',
      denial: 'on the same resource, a denial takes precedence over an allowance of equal rank',
      recursive: 'of equal assignments on the same resource, the recursive one is reported',
    },
  },
  fr: {
    title: 'Pourquoi : {{permission}} sur {{resource}}',
    outcomeAllow: '{{who}} a la permission {{permission}}.',
    outcomeDeny: '{{who}} n’a pas la permission {{permission}}.',
    because: 'En raison de',
    considered: 'Attributions examinées, dans l’ordre',
    none: 'Aucune attribution de cette permission, ni ici ni au-dessus. Sans attribution, l’accès est refusé.',
    groupNote:
      'Pour un groupe : les permissions d’un membre sans autres attributions. Ses membres peuvent en avoir plus ou moins par leurs propres attributions et d’autres groupes.',
    principal: 'Utilisateur ou groupe',
    resource: 'Ressource',
    used: 'utilisée',
    ignored: 'ignorée',
    change: 'La modifier',
    close: 'Fermer',
    loading: 'Chargement…',
    reasons: {
      decides: 'cette attribution décide',
      decidesWithOther: 'cette attribution décide, avec la même d’un autre groupe',
      administrator: 'les administrateurs peuvent tout faire, quelles que soient les attributions',
      matchElsewhere: 'limitée à sa propre ressource',
      matchUnregistered: 'limitée à sa ressource ; ne vaut pas pour ce qui n’est pas enregistré',
      userOutranks: 'une attribution de l’utilisateur l’emporte sur celles des groupes',
      groupOutranks: 'une attribution d’un autre groupe l’emporte sur celle du groupe public',
      closer: 'une attribution de même rang est plus proche',
      denial: 'sur la même ressource, à rang égal, le refus compte',
      recursive: 'sur la même ressource, à rang égal, la récursive est indiquée',
    },
  },
});

export type ExplanationTexts = NonNullable<(typeof explanationTexts)['english']>;
