export type { ImportProgress } from './apply/steps';
export { allConflicts } from './conflicts/conflict-table';
export { conflictTexts } from './conflicts/conflict-texts';
export { type Decision, DecisionsInvalid, readDecisions } from './conflicts/decisions';
export type { SourceNames } from './prepare/names';
export type { ConflictGroup, ImportConflict, ImportCounts, ImportReport } from './report/import-report';
export { sourceAddressOf } from './source/address';
export { DatabaseSource } from './source/database-source';
export { DumpSource } from './source/dump-source';
export { idMap } from './report/id-map';
export {
  type ImportOptions,
  type ImportParts,
  ImportInterrupted,
  ImportRefused,
  TargetUnprepared,
  reasonToMend,
  runImport,
} from './run-import';
export { ImportSession } from './session';
export type { Source, StagedSource } from './source/source';
export { SourceFailure } from './source/source-failure';
export { stagedName } from './source/source-tables';
export { TemporaryTables } from './source/staging';
export { NO_RECORD, readImportRecord } from './verify/import-record';
export { Resolver, type ResolverNames, type ResolverSession, type SourceUser } from './verify/resolver';
export { CAUSES, type Cause } from './verify/facts';
export { sampleOf } from './verify/sample';
export { type Difference, type Verification, verifyImport } from './verify/verification';
export { type ListedImport, StoredImports } from './stored/import-records';
export { UnusableFile } from './settings/files/compose-file';
export { settingsText } from './settings/settings-text';
export { type ReportedSetting, translateSettings } from './settings/translate';
