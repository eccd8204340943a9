import { consoleTexts } from '../language/console-texts';

export const copyTexts = consoleTexts({
  en: {
    title: 'Copy the permissions of {{name}}',
    to: 'To',
    what: 'What',
    everything: 'All services',
    oneService: 'Only {{name}}',
    branch: 'From one branch to another',
    source: 'Branch to copy from: name, path or id',
    target: 'Branch to copy to: name, path or id',
    replace: 'Remove other assignments of the target, so that both are the same',
    chooseTarget: 'Choose the user or group to copy to.',
    chooseBranches: 'Choose both branches.',
    review: 'Review',
    cancel: 'Cancel',
    nothing: 'There is nothing to copy: the assignments are already the same.',
    tooMany:
      'There are {{count}} changes, but at most {{most}} can be saved together. Copy one service at a time.',
    unmatched: {
      one: '{{count}} assignment is on resources that do not exist below the target; they are left out.',
      other: '{{count}} assignments are on resources that do not exist below the target; they are left out.',
    },
  },
  fr: {
    title: 'Copier les permissions : {{name}}',
    to: 'Vers',
    what: 'Quoi',
    everything: 'Tous les services',
    oneService: 'Seulement {{name}}',
    branch: 'D’une branche à une autre',
    source: 'Branche à copier : nom, chemin ou id',
    target: 'Branche de destination : nom, chemin ou id',
    replace: 'Supprimer les autres attributions de la destination, pour que les deux soient identiques',
    chooseTarget: 'Choisissez l’utilisateur ou le groupe de destination.',
    chooseBranches: 'Choisissez les deux branches.',
    review: 'Vérifier',
    cancel: 'Annuler',
    nothing: 'Il n’y a rien à copier : les attributions sont déjà les mêmes.',
    tooMany:
      'Il y a {{count}} modifications, mais {{most}} au plus peuvent être enregistrées ensemble. Copiez un service à la fois.',
    unmatched: {
      one: '{{count}} attribution concerne des ressources absentes sous la destination ; elles sont omises.',
      other:
        '{{count}} attributions concernent des ressources absentes sous la destination ; elles sont omises.',
    },
  },
});
