import { type ProtectedService, synchronizationOptions } from '@gatehouse/directory';
import { serviceOptions } from '@gatehouse/proxy-options';
import { resolvedConfiguration } from '@gatehouse/service-types';
import { SourceClient, type SourceHttp } from '../documents/source-client';
import { sourceOf } from '../sources/catalogue';
import { SourceFailure } from '../source-failure';
import { type Traversal, type TraversalParts, traverse } from './traverse';

/** What is known of a service that is read, which may not exist yet. */
export type ReadService = Pick<
  ProtectedService,
  'type' | 'url' | 'syncType' | 'configuration' | 'proxy' | 'synchronization'
>;

export interface ServiceReading extends Omit<TraversalParts, 'source' | 'subject' | 'depth' | 'client'> {
  readonly http: SourceHttp;
  /** The value of `Authorization`, if the service has credentials. */
  readonly authorization: string | undefined;
}

/** Reads the resources of a service by its synchronization type, down to its depth. Throws `SourceFailure`. */
export async function readService(
  service: ReadService,
  { http, authorization, ...parts }: ServiceReading,
): Promise<Traversal> {
  const { url, type, configuration, proxy, synchronization, syncType } = service;
  const source = sourceOf(syncType);
  if (!source || !URL.canParse(url))
    throw new SourceFailure('source_unexpected', {
      en: 'Services of this synchronization type are not read.',
      fr: 'Les services de ce type de synchronisation ne sont pas lus.',
    });
  return traverse({
    ...parts,
    source,
    subject: {
      url,
      type,
      configuration: resolvedConfiguration(type, configuration) ?? {},
      endpoint: serviceOptions(proxy).endpoint ?? undefined,
    },
    depth: synchronizationOptions(synchronization).depth,
    client: new SourceClient(url, authorization, http, parts.limits.requestMs),
  });
}
