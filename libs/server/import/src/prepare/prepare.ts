import type { DirectorySettings } from '@gatehouse/directory';
import { compareAssignments } from '../compare/assignments';
import { compareMemberships } from '../compare/memberships';
import { compareObjects } from '../compare/objects';
import { setTargetIds } from '../compare/target-ids';
import { makeConflictTables } from '../conflicts/conflict-table';
import type { Decision } from '../conflicts/decisions';
import type { ImportSession } from '../session';
import type { StoredSource } from '../stored/import-records';
import { makeAssignments, noteUnregisteredNames } from './assignments';
import { makeDenials } from './denials';
import { makeLinks } from './links';
import { type SourceNames, makeNames } from './names';
import { settlePrincipalFields } from './principal-fields';
import { makePrincipals } from './principals';
import { makeRemovedPrincipals } from './removed-principals';
import { makeRemovedResources, settleRemovedResources } from './removed-resources';
import { makeRuleTables } from './rule-tables';
import { makeServices } from './services';
import { makeTrees, noteTreeProblems } from './trees';

export interface Preparation {
  readonly settings: DirectorySettings;
  readonly names: Partial<SourceNames>;
  readonly source: StoredSource;
  readonly decisions: readonly Decision[];
  /** Whether new identifiers are only stated. */
  readonly isDry: boolean;
  readonly batchRows: number;
}

/** Finds what an import would do, in tables of the session, and its conflicts. */
export async function prepare(session: ImportSession, preparation: Preparation): Promise<void> {
  const { settings, names, source, decisions, isDry, batchRows } = preparation;
  await makeNames(session, settings, names, { sourceId: source.id, keepsIds: source.keepsIds });
  await makeConflictTables(session, decisions);
  await makeRuleTables(session);
  makeDenials(session);
  makeRemovedPrincipals(session);
  await makePrincipals(session, settings);
  settlePrincipalFields(session);
  makeRemovedResources(session);
  await makeServices(session);
  await makeTrees(session);
  noteTreeProblems(session);
  await setTargetIds(session, { keepsIds: source.keepsIds, reserved: source.reserved, isDry });
  settleRemovedResources(session);
  compareObjects(session);
  makeAssignments(session);
  noteUnregisteredNames(session);
  compareMemberships(session, batchRows);
  compareAssignments(session, batchRows);
  makeLinks(session);
  await session.flush();
}
