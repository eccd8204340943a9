import { OutgoingHttp } from '@gatehouse/outgoing';
import type { SourceHttp } from './documents/source-client';
import { MAX_XML_BYTES, type SyncLimits } from './limits';

/** The settings that bound what is read. Times are seconds. */
interface SyncSettings {
  readonly syncMaxResources: number;
  readonly syncMaxDocuments: number;
  readonly syncMaxSize: number;
  readonly syncMaxTime: number;
  readonly syncRequestTimeout: number;
}

/** Administrators enter the URLs of services, at any address of their network; they are reached directly, as the proxy reaches them. */
const ANYWHERE = { outgoingAllowed: ['0.0.0.0/0', '::/0'] };

export function limitsOf(settings: SyncSettings): SyncLimits {
  return {
    resources: settings.syncMaxResources,
    documents: settings.syncMaxDocuments,
    bytes: settings.syncMaxSize,
    readingMs: settings.syncMaxTime * 1000,
    requestMs: settings.syncRequestTimeout * 1000,
  };
}

/** With what services are read, and what they refer to elsewhere. Whoever creates it closes it. */
export function sourceHttpOf(
  settings: SyncSettings & ConstructorParameters<typeof OutgoingHttp>[0],
): SourceHttp & { close(): Promise<void> } {
  const limits = { timeoutMs: settings.syncRequestTimeout * 1000, bodyBytes: MAX_XML_BYTES };
  const trusted = new OutgoingHttp(ANYWHERE, limits);
  const guarded = new OutgoingHttp(settings, limits);
  return {
    trusted,
    guarded,
    close: async () => {
      await Promise.all([trusted.close(), guarded.close()]);
    },
  };
}
