export { ConfigurationRefused, isStrictWith, rejectRefused } from './apply/application';
export { BranchPermissions } from './branch/branch-permissions';
export { stepsOf } from './apply/steps';
export { type Configurations, createConfigurations } from './configurations';
export type { ExportedSection } from './export/export-state';
export { effectHash } from './effect/effect-hash';
export { type EffectPage, type PlanEffect, planEffect, removalsGiveAccess } from './effect/plan-effect';
export { MemoryConfiguration } from './memory/memory-configuration';
export { type Message, type Place, lineOf, messageAt, refusals, weighed } from './message';
export { countsOf, describeChange } from './plan/describe-plan';
export { planHash } from './plan/plan-hash';
export type { ListedSet } from './ownership/set-listing';
export type { FileSet } from './ownership/file-set';
export type { PlanOfSet } from './ownership/plan-of-set';
export { ObjectOwners } from './ownership/object-owners';
export type { RunSteps } from './plan/planner';
export {
  type FileScalar,
  type FileValue,
  type Position,
  expandedIn,
  plainOf,
  positionOf,
  shownOf,
  spelledOf,
} from './read/file-value';
export { parseFile } from './read/parse-file';
export { type TextFile, readPaths } from './read/read-files';
export { readConfiguration, readTexts, readUploaded, readUploadedSteps } from './read/read-sections';
export { type Variables, isUnsetVariable, maskOf } from './read/variables';
export { configurationPaths } from './start/configuration-paths';
export { contentDigest } from './start/content-digest';
export { InvalidConfigurationFiles } from './start/start-application';
export { validateNodes } from './validate/nodes';
export { type DesiredState, statesNothing } from './validate/desired-state';
export { validate, validateSteps } from './validate/validate';
