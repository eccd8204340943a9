import { consoleTexts } from '../language/console-texts';

export const servicesTexts = consoleTexts('services', {
  en: {
    title: 'Services',
    about: 'The web services that Gatehouse protects, by type.',
    register: 'Register a service',
    empty:
      'No service is protected yet. Register the first one: its type, its address, and then its resources.',
    name: 'Name',
    type: 'Type',
    url: 'Private URL',
    urlHint: 'The address at which the proxy reaches the service; clients never see it.',
    nameHint: 'Part of the public address; unique.',
    sync: 'Synchronization',
    syncNone: 'None',
    configuration: 'Configuration (JSON)',
    configurationHint: 'Leave empty for the defaults of the type.',
    notJson: 'This is not valid JSON.',
    required: 'This field is required.',
    create: 'Register',
    cancel: 'Cancel',
    remove: 'Delete',
    removeTitle: 'Delete the service {{name}}?',
    removeAboutNone:
      'It has no resources. All permission assignments on it are deleted with it. This cannot be undone.',
    removeAbout: {
      one: 'Its 1 top-level resource and everything below are deleted with it, and all permission assignments on them. This cannot be undone.',
      other:
        'Its {{count}} top-level resources and everything below are deleted with it, and all permission assignments on them. This cannot be undone.',
    },
    removed: 'The service {{name}} was deleted.',
    count: { one: '{{count}} service', other: '{{count}} services' },
    filter: 'Filter by name or type',
    none: 'No service matches.',
  },
  fr: {
    title: 'Services',
    about: 'Les services web que Gatehouse protège, par type.',
    register: 'Enregistrer un service',
    empty:
      'Aucun service n’est encore protégé. Enregistrez le premier : son type, son adresse, puis ses ressources.',
    name: 'Nom',
    type: 'Type',
    url: 'URL privée',
    urlHint: 'L’adresse à laquelle le proxy atteint le service ; les clients ne la voient jamais.',
    nameHint: 'Partie de l’adresse publique ; unique.',
    sync: 'Synchronisation',
    syncNone: 'Aucune',
    configuration: 'Configuration (JSON)',
    configurationHint: 'Laisser vide pour les valeurs par défaut du type.',
    notJson: 'Ce n’est pas du JSON valide.',
    required: 'Ce champ est obligatoire.',
    create: 'Enregistrer',
    cancel: 'Annuler',
    remove: 'Supprimer',
    removeTitle: 'Supprimer le service {{name}} ?',
    removeAboutNone:
      'Il n’a pas de ressources. Toutes ses attributions de permissions sont supprimées avec lui. Cette action est définitive.',
    removeAbout: {
      one: 'Sa ressource de premier niveau et tout ce qui est en dessous sont supprimés avec lui, ainsi que toutes les attributions de permissions. Cette action est définitive.',
      other:
        'Ses {{count}} ressources de premier niveau et tout ce qui est en dessous sont supprimés avec lui, ainsi que toutes les attributions de permissions. Cette action est définitive.',
    },
    removed: 'Le service {{name}} a été supprimé.',
    count: { one: '{{count}} service', other: '{{count}} services' },
    filter: 'Filtrer par nom ou type',
    none: 'Aucun service ne correspond.',
  },
});
