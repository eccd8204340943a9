import { type Catalogue, plural } from '../language/language';

const en = {
  title: (name: string) => `Copy the permissions of ${name}`,
  to: 'To',
  what: 'What',
  everything: 'All services',
  oneService: (name: string) => `Only ${name}`,
  branch: 'From one branch to another',
  source: 'Branch to copy from: name, path or id',
  target: 'Branch to copy to: name, path or id',
  replace: 'Remove other assignments of the target, so that both are the same',
  review: 'Review',
  cancel: 'Cancel',
  nothing: 'There is nothing to copy: the assignments are already the same.',
  tooMany: (count: number, most: number) =>
    `There are ${count} ${plural('en', count, 'change', 'changes')}, but at most ${most} can be saved together. Copy one service at a time.`,
  unmatched: (count: number) =>
    `${count} ${plural('en', count, 'assignment is', 'assignments are')} on resources that do not exist below the target; they are left out.`,
};

export const copyMessages: Catalogue<typeof en> = {
  en,
  fr: {
    title: (name) => `Copier les permissions de ${name}`,
    to: 'Vers',
    what: 'Quoi',
    everything: 'Tous les services',
    oneService: (name) => `Seulement ${name}`,
    branch: 'D’une branche à une autre',
    source: 'Branche à copier : nom, chemin ou id',
    target: 'Branche de destination : nom, chemin ou id',
    replace: 'Supprimer les autres attributions de la destination, pour que les deux soient identiques',
    review: 'Vérifier',
    cancel: 'Annuler',
    nothing: 'Il n’y a rien à copier : les attributions sont déjà les mêmes.',
    tooMany: (count, most) =>
      `Il y a ${count} modifications, mais ${most} au plus peuvent être enregistrées ensemble. Copiez un service à la fois.`,
    unmatched: (count) =>
      `${count} ${plural('fr', count, 'attribution concerne', 'attributions concernent')} des ressources absentes sous la destination ; elles sont omises.`,
  },
};
