import { type Catalogue, plural } from '../language/language';

const en = {
  title: (name: string) => `What ${name} can reach`,
  summary: (reached: number, all: number) =>
    `${reached} of ${all} ${plural('en', all, 'service', 'services')}`,
  copy: 'Copy permissions…',
  grid: 'Open the grid',
  nothing: 'nothing',
  onService: 'On the service',
  below: (count: number) =>
    `${count} ${plural('en', count, 'resource below has an assignment', 'resources below have assignments')} of its own`,
  show: 'Resources with assignments',
  assigned: 'Assigned',
  effective: 'In effect',
  resource: 'Resource',
  none: 'No resource of this service has an assignment that concerns it.',
  limited: (most: number) => `The first ${most}; the grid has all of them.`,
  noServices: 'No service is protected yet.',
  registerService: 'Register a service',
  loading: 'Loading…',
  export: 'Export CSV',
};

export const reachMessages: Catalogue<typeof en> = {
  en,
  fr: {
    title: (name) => `Ce que ${name} peut atteindre`,
    summary: (reached, all) => `${reached} ${plural('fr', reached, 'service', 'services')} sur ${all}`,
    copy: 'Copier les permissions…',
    grid: 'Ouvrir la grille',
    nothing: 'rien',
    onService: 'Sur le service',
    below: (count) =>
      `${count} ${plural('fr', count, 'ressource en dessous a une attribution propre', 'ressources en dessous ont des attributions propres')}`,
    show: 'Ressources avec attributions',
    assigned: 'Attribué',
    effective: 'En vigueur',
    resource: 'Ressource',
    none: 'Aucune ressource de ce service n’a d’attribution qui le concerne.',
    limited: (most) => `Les ${most} premières ; la grille les a toutes.`,
    noServices: 'Aucun service n’est encore protégé.',
    registerService: 'Enregistrer un service',
    loading: 'Chargement…',
    export: 'Exporter en CSV',
  },
};
