import type { DocumentSchema, ElementSchema, Scope } from '../grammar/documents';
import type { Outside } from '../reading';
import { GEOMETRIES } from './geometries';
import { propertyProblem } from './values';

/** Namespaces of OGC Filter Encoding 1.0 to 2.0 and of the geometries in filters. */
export const FILTER_NAMESPACES: readonly string[] = [
  'http://www.opengis.net/ogc',
  'http://www.opengis.net/fes/2.0',
  'http://www.opengis.net/gml',
  'http://www.opengis.net/gml/3.2',
];

type Elements<Found> = Readonly<Record<string, ElementSchema<Found>>>;

/** A property by its name or path. */
export const PROPERTY: ElementSchema<unknown> = { text: (text) => propertyProblem(text, 'body') };

/** All functions are left out: QGIS Server and GeoServer have some that read other layers. */
const OPERANDS: Elements<unknown> = {
  PropertyName: PROPERTY,
  ValueReference: PROPERTY,
  Literal: { attributes: { type: true }, children: GEOMETRIES, text: true },
  ...elements('Add Sub Mul Div', { children: () => OPERANDS }),
};

/** A comparison of properties with values, geometries or times. */
const CONDITION: ElementSchema<unknown> = {
  attributes: {
    matchCase: true,
    matchAction: true,
    wildCard: true,
    singleChar: true,
    escape: true,
    escapeChar: true,
    nilReason: true,
  },
  children: {
    ...OPERANDS,
    ...GEOMETRIES,
    LowerBoundary: { children: OPERANDS },
    UpperBoundary: { children: OPERANDS },
    Distance: { attributes: { units: true, uom: true }, text: true },
  },
};

const CONDITIONS =
  'PropertyIsEqualTo PropertyIsNotEqualTo PropertyIsLessThan PropertyIsGreaterThan PropertyIsLessThanOrEqualTo ' +
  'PropertyIsGreaterThanOrEqualTo PropertyIsLike PropertyIsNull PropertyIsNil PropertyIsBetween Equals Disjoint Touches ' +
  'Within Overlaps Crosses Intersects Contains DWithin Beyond BBOX After Before Begins BegunBy TContains During EndedBy ' +
  'Ends TEquals Meets MetBy TOverlaps OverlappedBy AnyInteracts';

function elements<Found>(names: string, schema: ElementSchema<Found>): Elements<Found> {
  return Object.fromEntries(names.split(' ').map((name) => [name, schema]));
}

/**
 * Filters of comparisons, geometries and identifiers. `readId` is given each identifier; `true` if they do not matter.
 */
export function filterSchema<Found>(
  readId: true | ((id: string, found: Found, scope: Scope) => Outside | undefined),
): ElementSchema<Found> {
  const conditions: Elements<Found> = {
    ...elements(CONDITIONS, CONDITION),
    ...elements('And Or Not', { children: () => conditions }),
    FeatureId: { attributes: { fid: readId } },
    // GDAL writes the attribute without its namespace.
    GmlObjectId: { attributes: { 'gml:id': readId, id: readId } },
    ResourceId: {
      attributes: { rid: readId, previousRid: readId, version: true, startDate: true, endDate: true },
    },
  };
  return { attributes: { 'xsi:schemaLocation': true }, children: conditions };
}

/** A filter as a separate document: the value of a parameter. */
export function filterDocument<Found>(root: ElementSchema<Found>): DocumentSchema<Found> {
  return { operation: 'Filter', root, namespaces: new Set(FILTER_NAMESPACES) };
}
