import type { ElementSchema } from '../grammar/documents';

/** Elements of geometries and times, from GML 2, 3.1 and 3.2. */
const ELEMENTS =
  'Point LineString LinearRing Polygon Box Envelope EnvelopeWithTimePeriod MultiPoint MultiLineString MultiPolygon ' +
  'MultiGeometry MultiCurve MultiSurface Curve CompositeCurve OrientableCurve Surface CompositeSurface Ring ' +
  'LineStringSegment Arc ArcString Circle CubicSpline PolygonPatch Rectangle Triangle segments patches polygonPatches ' +
  'coordinates coord X Y Z pos posList lowerCorner upperCorner pointProperty pointMember pointMembers lineStringMember ' +
  'polygonMember geometryMember geometryMembers curveMember curveMembers surfaceMember surfaceMembers outerBoundaryIs ' +
  'innerBoundaryIs exterior interior baseCurve TimeInstant TimePeriod timePosition begin end beginPosition endPosition ' +
  'duration timeInterval';

const ATTRIBUTES =
  'srsName srsDimension dimension axisLabels uomLabels gid gml:id decimal cs ts count orientation interpolation ' +
  'numArc frame calendarEraName indeterminatePosition unit';

const ANY_GML: ElementSchema<unknown> = {
  attributes: Object.fromEntries(ATTRIBUTES.split(' ').map((name) => [name, true])),
  children: () => GEOMETRIES,
  text: true,
};

/** Geometries and times by value: without references to others. */
export const GEOMETRIES: Readonly<Record<string, ElementSchema<unknown>>> = Object.fromEntries(
  ELEMENTS.split(' ').map((name) => [name, ANY_GML]),
);
