import { consoleTexts } from '../language/console-texts';

export const configurationTexts = consoleTexts({
  en: {
    title: 'Configuration',
    about:
      'Services, users, groups and permissions as files that are kept under version control: see what files would change, apply them, and export the present state.',
    tabs: { sets: 'File sets', plan: 'Plan and apply', export: 'Export' },
    files: {
      heading: 'Files',
      about:
        'Configuration files in YAML or JSON, or an export. They are sent when you plan, and nothing is changed then. Variables such as ${NAME} are not replaced: plan files that have some with “gatehouse config”.',
      drop: 'Drop files or a folder here, or',
      choose: 'Choose files',
      chooseFolder: 'Choose a folder',
      chosen: { one: '{{count}} file, {{size}}', other: '{{count}} files, {{size}}' },
      list: 'Chosen files',
      remove: 'Remove',
      removeOne: 'Remove {{name}}',
      clear: 'Remove all',
      more: { one: 'and {{count}} more', other: 'and {{count}} more' },
      order: 'They are read in this order. A file replaces the one of its name.',
      none: 'Choose at least one file.',
      reading: 'Reading the files…',
      notTaken: { one: '{{count}} file was not taken:', other: '{{count}} files were not taken:' },
      faults: {
        type: 'its name does not end in .yml, .yaml, .json, .cfg or .jsonl',
        encoding: 'it is not text in UTF-8',
        unreadable: 'it cannot be read',
        lines: 'it is not an export: each of its lines is a JSON object with name and content',
        size: 'all files together would be larger than {{size}}',
        count: 'there would be more than {{max}} files',
      },
    },
    options: {
      heading: 'Options',
      strict: 'Strict: entries that cannot be used refuse the files, instead of being skipped',
      set: 'File set',
      setHint: 'Name of the set that the files are. Empty: default, as the files of a start.',
      prune: 'What the set owns and the files no longer name',
      pruneChoices: {
        none: 'Keep it',
        assignments: 'Remove permissions and memberships that are unchanged since',
        objects: 'Remove permissions and memberships, and services, resources, users and groups as well',
      },
      pruneAbout:
        'What people have made or changed is never removed. With this, entries that cannot be used refuse the files.',
      adopt: 'Adopt: the set owns from now on what the files name and others have created',
    },
    plan: 'Plan',
    planAgain: 'Plan again',
    planning: 'Computing the plan…',
  },
  fr: {
    title: 'Configuration',
    about:
      'Services, utilisateurs, groupes et permissions sous forme de fichiers gérés en versions : voyez ce que des fichiers changeraient, appliquez-les, exportez l’état actuel.',
    tabs: { sets: 'Ensembles de fichiers', plan: 'Planifier et appliquer', export: 'Exporter' },
    files: {
      heading: 'Fichiers',
      about:
        'Des fichiers de configuration en YAML ou JSON, ou un export. Ils sont envoyés lors de la planification, qui ne modifie rien. Les variables telles que ${NAME} ne sont pas remplacées : planifiez avec « gatehouse config » les fichiers qui en contiennent.',
      drop: 'Déposez ici des fichiers ou un dossier, ou',
      choose: 'Choisir des fichiers',
      chooseFolder: 'Choisir un dossier',
      chosen: { one: '{{count}} fichier, {{size}}', other: '{{count}} fichiers, {{size}}' },
      list: 'Fichiers choisis',
      remove: 'Retirer',
      removeOne: 'Retirer {{name}}',
      clear: 'Tout retirer',
      more: { one: 'et {{count}} autre', other: 'et {{count}} autres' },
      order: 'Ils sont lus dans cet ordre. Un fichier remplace celui du même nom.',
      none: 'Choisissez au moins un fichier.',
      reading: 'Lecture des fichiers…',
      notTaken: {
        one: '{{count}} fichier n’a pas été retenu :',
        other: '{{count}} fichiers n’ont pas été retenus :',
      },
      faults: {
        type: 'son nom ne se termine pas par .yml, .yaml, .json, .cfg ou .jsonl',
        encoding: 'ce n’est pas un texte en UTF-8',
        unreadable: 'il est illisible',
        lines: 'ce n’est pas un export : chaque ligne y est un objet JSON avec name et content',
        size: 'la taille totale des fichiers dépasserait {{size}}',
        count: 'il y aurait plus de {{max}} fichiers',
      },
    },
    options: {
      heading: 'Options',
      strict: 'Strict : les entrées inutilisables font refuser les fichiers, au lieu d’être ignorées',
      set: 'Ensemble de fichiers',
      setHint:
        'Nom de l’ensemble que forment les fichiers. Vide : default, comme les fichiers d’un démarrage.',
      prune: 'Ce que l’ensemble possède et que les fichiers ne nomment plus',
      pruneChoices: {
        none: 'Le conserver',
        assignments: 'Supprimer permissions et appartenances inchangées depuis',
        objects:
          'Supprimer permissions et appartenances, ainsi que services, ressources, utilisateurs et groupes',
      },
      pruneAbout:
        'Ce que des personnes ont créé ou modifié n’est jamais supprimé. Avec ce choix, les entrées inutilisables font refuser les fichiers.',
      adopt: 'Adopter : l’ensemble possède désormais ce que les fichiers nomment et que d’autres ont créé',
    },
    plan: 'Planifier',
    planAgain: 'Planifier à nouveau',
    planning: 'Calcul du plan…',
  },
});
