import type { OwsOperation } from '../grammar/ows';
import { parameterNames } from '../grammar/parameters';

/**
 * The parameters of WPS operations, from WPS 1.0.0 and 2.0, and `f`, by which PyWPS chooses the format of its answer. Those
 * with which GeoServer and WPS 2.0 request jobs of others are left out, as are all operations on jobs: no permission names
 * them.
 */
const EVERY = 'service version request language f _';
/** Inputs may be data of any size. */
const DATA: ReadonlySet<string> = new Set(['datainputs']);
const IDENTIFIER: ReadonlySet<string> = new Set(['identifier']);

export const WPS_OPERATIONS: readonly OwsOperation[] = [
  {
    operation: 'GetCapabilities',
    permission: 'getcapabilities',
    // Servers ignore identifiers here.
    names: parameterNames(EVERY, 'acceptversions sections acceptformats updatesequence identifier'),
    repeatable: IDENTIFIER,
  },
  {
    operation: 'DescribeProcess',
    permission: 'describeprocess',
    names: parameterNames(EVERY, 'identifier'),
    repeatable: IDENTIFIER,
  },
  {
    operation: 'Execute',
    permission: 'execute',
    names: parameterNames(
      EVERY,
      'identifier datainputs responsedocument rawdataoutput storeexecuteresponse status lineage',
    ),
    data: DATA,
    executes: true,
  },
];
