import { type ReadSyncType, isReadSyncType } from '@gatehouse/service-types';
import type { Source } from '../source';
import { openapiSource, projectApiSource } from './apis';
import { wfsSource, wmsSource } from './capabilities';
import { geoserverApiSource, geoserverSource } from './geoserver';
import { ogcapiSource, stacSource } from './ogcapi';
import { threddsSource } from './thredds';
import { wpsSource } from './wps';

/** How the resources of each synchronization type are found. */
const SOURCES: Readonly<Record<ReadSyncType, Source>> = {
  'geoserver-api': geoserverApiSource,
  geoserver: geoserverSource,
  geoserverwfs: geoserverSource,
  geoserverwms: geoserverSource,
  geoserverwps: geoserverSource,
  ncwms: wmsSource,
  ogcapi: ogcapiSource,
  openapi: openapiSource,
  'project-api': projectApiSource,
  stac: stacSource,
  thredds: threddsSource,
  wfs: wfsSource,
  wms: wmsSource,
  wps: wpsSource,
};

/** The source of a synchronization type; undefined for null and for types whose services have nothing to be read. */
export function sourceOf(syncType: string | null): Source | undefined {
  return isReadSyncType(syncType) ? SOURCES[syncType] : undefined;
}
