export type {
  AuditActor,
  AuditEntry,
  AuditFilter,
  AuditObject,
  FieldChange,
  RevisionSummary,
} from './audit-entry';
export { AuditLog } from './audit-log';
export type { ChainHead, ChainName, ChainProblem } from './chain';
export {
  type AuditEvent,
  type AuditEventKind,
  EventJournal,
  type EventJournalOptions,
} from './event-journal';
export { csvHeader, csvLine, valueText } from './export-lines';
export { readHeads } from './heads';
export { AuditPurge, type AuditRetention } from './retention';
export { type Verification, verifyAuditLog } from './verify';
