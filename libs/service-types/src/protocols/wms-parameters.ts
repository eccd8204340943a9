import type { OwsOperation } from '../grammar/ows';
import { parameterNames } from '../grammar/parameters';

/**
 * The parameters of WMS operations, from WMS 1.1.1 and 1.3.0 and SLD 1.1, and those that the manuals of the servers name and
 * that change how the layers that are named are shown, not which ones. What makes a server read another source, file, style
 * document or expression is left out. docs/reference/request-grammar.md has them as tables.
 */
const EVERY = 'service version wmtver request exceptions _';
const MAP =
  'layers styles srs crs bbox width height format transparent bgcolor time elevation dpi map_resolution format_options ' +
  'tiled tilesorigin buffer angle interpolations _olsalt ratio';
const POINT = 'query_layers info_format feature_count i j x y';
const LEGEND =
  'layer style featuretype rule scale format width height transparent bgcolor srs crs bbox dpi map_resolution';

/** Dimensions of layers in addition to time and elevation: WMS 1.3.0, C.3.5. */
const DIMENSIONS = /^dim_[a-z0-9_]{1,60}$/;

const GEOSERVER_MAP =
  'palette env clip maxfeatures startindex featureid sortby cql_filter scalemethod timeout antialias quantizer ' +
  'opacities image_quality bbox_pixel_is_point';

/** The operations of a WMS as GeoServer, MapServer and QGIS Server have them. */
export const WMS_OPERATIONS: readonly OwsOperation[] = [
  {
    operation: 'GetCapabilities',
    permission: 'getcapabilities',
    names: parameterNames(
      EVERY,
      'format updatesequence namespace rootlayer tiled dpi map_resolution acceptlanguages',
    ),
  },
  {
    operation: 'GetMap',
    permission: 'getmap',
    names: parameterNames(EVERY, MAP, GEOSERVER_MAP),
    pattern: DIMENSIONS,
  },
  {
    operation: 'GetFeatureInfo',
    permission: 'getfeatureinfo',
    names: parameterNames(
      EVERY,
      MAP,
      GEOSERVER_MAP,
      POINT,
      'propertyname exclude_nodata_result radius with_geometry with_maptip with_display_name fi_point_tolerance',
      'fi_line_tolerance fi_polygon_tolerance',
    ),
    pattern: DIMENSIONS,
  },
  {
    operation: 'GetLegendGraphic',
    permission: 'getlegendgraphic',
    names: parameterNames(
      EVERY,
      LEGEND,
      'layers styles sld_version legend_options language srcwidth srcheight strict boxspace symbolspace iconlabelspace symbolwidth',
      'symbolheight itemfontfamily itemfontbold itemfontsize itemfontitalic itemfontcolor rulelabel showfeaturecount',
    ),
  },
  {
    operation: 'DescribeLayer',
    permission: 'describelayer',
    names: parameterNames(EVERY, 'layers output_format outputformat format_options sld_version'),
  },
];

const NCWMS_STYLE =
  'colorscalerange numcolorbands abovemaxcolor belowmincolor nodatacolor opacity logscale palette targettime ' +
  'targetelevation animation framerate dataset';

/** The operations of an ncWMS, versions 1 and 2. */
export const NCWMS_OPERATIONS: readonly OwsOperation[] = [
  {
    operation: 'GetCapabilities',
    permission: 'getcapabilities',
    names: parameterNames(EVERY, 'format updatesequence dataset verbose tiled dpi map_resolution'),
  },
  {
    operation: 'GetMap',
    permission: 'getmap',
    names: parameterNames(EVERY, MAP, NCWMS_STYLE, 'layer style'),
    pattern: DIMENSIONS,
  },
  {
    operation: 'GetFeatureInfo',
    permission: 'getfeatureinfo',
    names: parameterNames(EVERY, MAP, NCWMS_STYLE, POINT, 'layer'),
    pattern: DIMENSIONS,
  },
  {
    operation: 'GetLegendGraphic',
    permission: 'getlegendgraphic',
    names: parameterNames(
      EVERY,
      LEGEND,
      NCWMS_STYLE,
      'layers styles sld_version time elevation colorbaronly vertical',
    ),
  },
  {
    operation: 'GetMetadata',
    permission: 'getmetadata',
    names: parameterNames(
      EVERY,
      'item layername layers layer dataset styles bbox width height crs srs time elevation day start end format',
    ),
  },
];
