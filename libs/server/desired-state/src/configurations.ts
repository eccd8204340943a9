import type { UnitOfWork } from '@gatehouse/database';
import type { Directory } from '@gatehouse/directory';
import { StateApplication } from './apply/application';
import { type ExportedSection, StateExport } from './export/export-state';
import { FileSets } from './ownership/file-sets';
import { Planner } from './plan/planner';
import { DatabaseHistory } from './saved/database-history';
import { LaterChanges } from './saved/later-changes';
import { ContentHistory } from './start/content-history';
import { StartApplication } from './start/start-application';

/** What the configurations of a process need. */
export interface ConfigurationParts {
  readonly unitOfWork: UnitOfWork;
  /** Reports no events: configurations call no webhooks and send no mails. */
  readonly directory: Directory;
  readonly hash: (password: string) => Promise<string>;
  /** What exports have besides the directory. */
  readonly sections?: readonly ExportedSection[];
}

/** Plans and applications of desired states. */
export interface Configurations {
  readonly fileSets: FileSets;
  readonly application: StateApplication;
  readonly start: StartApplication;
  readonly export: StateExport;
  readonly history: DatabaseHistory;
  readonly laterChanges: LaterChanges;
}

/** Opens nothing and starts nothing. */
export function createConfigurations({
  unitOfWork,
  directory,
  hash,
  sections,
}: ConfigurationParts): Configurations {
  const { bulkLookups: lookups, users, groups } = directory;
  const rules = { users: users.rules, groups: groups.rules };
  const planner = new Planner(lookups, rules);
  const fileSets = new FileSets(unitOfWork, lookups, rules);
  const application = new StateApplication({ unitOfWork, lookups, planner, fileSets, directory, hash });
  return {
    fileSets,
    application,
    start: new StartApplication(application, new ContentHistory(unitOfWork)),
    export: new StateExport(directory.contents, rules, sections),
    history: new DatabaseHistory(unitOfWork),
    laterChanges: new LaterChanges(unitOfWork, lookups),
  };
}
