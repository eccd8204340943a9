import { consoleTexts } from '../language/console-texts';

export const syncPreviewTexts = consoleTexts({
  en: {
    start: 'Preview',
    again: 'Preview again',
    about: 'Reads the service and shows its resources. Nothing is registered, and no credentials are sent.',
    title: 'What the service has',
    failed: 'The service could not be read: {{reason}}',
    found: {
      one: '{{count}} resource in {{documents}}',
      other: '{{count}} resources in {{documents}}',
    },
    documents: { one: '{{count}} document', other: '{{count}} documents' },
    stopped: 'A preview reads the beginning of a large service. There is more.',
    skipped: 'Some documents could not be read. What they have is missing here:',
    cut: 'The first {{count}} are shown.',
    empty: 'The service has no resources that can be read.',
    label: 'Resources of the service',
  },
  fr: {
    start: 'Aperçu',
    again: 'Nouvel aperçu',
    about:
      'Lit le service et montre ses ressources. Rien n’est enregistré, et aucun identifiant n’est envoyé.',
    title: 'Ce que le service possède',
    failed: 'Le service n’a pas pu être lu : {{reason}}',
    found: {
      one: '{{count}} ressource dans {{documents}}',
      other: '{{count}} ressources dans {{documents}}',
    },
    documents: { one: '{{count}} document', other: '{{count}} documents' },
    stopped: 'Un aperçu lit le début d’un grand service. Il y en a davantage.',
    skipped: 'Certains documents n’ont pas pu être lus. Leur contenu manque ici :',
    cut: 'Les {{count}} premières sont affichées.',
    empty: 'Le service n’a pas de ressources à lire.',
    label: 'Ressources du service',
  },
});
