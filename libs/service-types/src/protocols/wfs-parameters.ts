import type { PermissionName } from '@gatehouse/access-engine';
import type { OwsOperation } from '../grammar/ows';
import { parameterNames } from '../grammar/parameters';

/**
 * The parameters of WFS operations, from WFS 1.0.0 to 2.0, and those that the manuals of GeoServer, MapServer and QGIS Server
 * name and that change how the features that are selected are returned, not which types they are of. Expressions of a
 * server's own language (`exp_filter`) and what makes it read another source are left out.
 * docs/reference/request-grammar.md has them as tables.
 */
const EVERY = 'service version request exceptions _';
const TYPES = 'typename typenames namespace namespaces';
const IDS = 'featureid resourceid storedquery_id storedqueryid id';
const OUTPUT = 'outputformat format_options filename content-disposition charset';
const FILTER = 'filter filter_language bbox srsname handle geometryname';
const FEATURES =
  'propertyname maxfeatures count startindex sortby resulttype resolve resolvedepth resolvetimeout aliases ' +
  'featureversion viewparams viewparamsformat traversexlinkdepth traversexlinkexpiry proptravxlinkdepth ' +
  'proptravxlinkexpiry strict cite';
const LOCK = 'expiry lockaction';

/** Only GeoServer supports its own filter language. */
const GEOSERVER = 'cql_filter';

function operation(
  name: string,
  permission: PermissionName,
  names: readonly string[],
  executes = false,
): OwsOperation {
  return { operation: name, permission, names: parameterNames(EVERY, ...names), executes };
}

function operations(own: string, propertyValue: PermissionName): readonly OwsOperation[] {
  return [
    operation('GetCapabilities', 'getcapabilities', [
      'acceptversions acceptformats acceptlanguages sections updatesequence namespace',
    ]),
    operation('DescribeFeatureType', 'describefeaturetype', [TYPES, OUTPUT]),
    operation('GetFeature', 'getfeature', [TYPES, IDS, OUTPUT, FILTER, FEATURES, own]),
    operation(
      'GetFeatureWithLock',
      'getfeaturewithlock',
      [TYPES, IDS, OUTPUT, FILTER, FEATURES, LOCK, own],
      true,
    ),
    operation('GetPropertyValue', propertyValue, [
      TYPES,
      IDS,
      OUTPUT,
      FILTER,
      FEATURES,
      'valuereference resolvepath',
      own,
    ]),
    operation('LockFeature', 'lockfeature', [TYPES, IDS, FILTER, LOCK, 'lockid', own], true),
    // Only in documents: QGIS Server reads actions from parameters as well.
    operation('Transaction', 'transaction', [], true),
    operation('ListStoredQueries', 'liststoredqueries', []),
    operation('DescribeStoredQueries', 'describestoredqueries', ['storedquery_id storedqueryid']),
    operation('CreateStoredQuery', 'createstoredquery', ['storedquery_id storedqueryid id'], true),
    operation('DropStoredQuery', 'dropstoredquery', ['storedquery_id storedqueryid id'], true),
  ];
}

/**
 * The operations of a WFS. GetPropertyValue has no separate permission: it returns a part of what GetFeature returns.
 */
export const WFS_OPERATIONS: readonly OwsOperation[] = operations('', 'getfeature');

/** The operations of the WFS of a GeoServer. */
export const GEOSERVER_WFS_OPERATIONS: readonly OwsOperation[] = [
  ...operations(GEOSERVER, 'getpropertyvalue'),
  operation('GetGmlObject', 'getgmlobject', [
    'gmlobjectid outputformat traversexlinkdepth traversexlinkexpiry',
  ]),
];
