/** What works on the settings, files and database of this machine. It is built apart, so that no other command loads its libraries. */
export { verifyAudit } from './verify-audit';
export { checkDatabase, migrateDatabase } from './migrate-database';
export { createKey } from './create-key';
export { previewMail, testMail } from './mails';
export { purge } from './purge';
export { syncResources } from './sync-resources';
export { registerDefaults } from './register-defaults';
export { examineHost } from './examine-host';
export { verifyImport } from './verify-import';
export { importMagpie } from './import-magpie';
export { importSettings } from './import-settings';
export { providersInDatabase } from './providers-in-database';
