import type { PermissionName } from '@gatehouse/access-engine';
import { type InvalidRequest, type ServiceRequest, type XmlElement, isInvalid } from '../service-type';
import { isNamed, textsOf, visit } from './elements';
import { type OwsRequest, agreed, listedIn } from './names';
import { operationOf } from './operation';
import { type ParameterValues, readParameters } from './parameters';

const LAYERS = ['layers', 'query_layers', 'layer'] as const;
const NAMES: ReadonlySet<string> = new Set(['service', 'request', 'sld', 'sld_body', ...LAYERS]);

/** A request to a map service with the values of its parameters. */
export interface WmsRequest extends OwsRequest {
  readonly values: ParameterValues;
}

/**
 * Reads a request to a map service: its operation and all layers that it draws, asks about or describes. A style that
 * brings its own layers, or layers made up in the request, reach any data. `parameters` are those of `wmsParameters`.
 * spec: permissions 4.5, 4.6.6, 4.6.7.
 */
export function readWms(
  request: ServiceRequest,
  allowed: readonly PermissionName[],
  parameters: ReadonlySet<string> = NAMES,
): WmsRequest | InvalidRequest | undefined {
  const values = readParameters(request, parameters);
  if (isInvalid(values)) return values;
  const permission = operationOf(values, allowed);
  if (permission === undefined || isInvalid(permission)) return permission;
  const drawn = request.body.kind === 'xml' ? layersIn(request.body.root) : NOTHING_DRAWN;
  if (isInvalid(drawn)) return drawn;
  const names = agreed(listedIn(values, LAYERS), drawn.names, 'layers');
  if (isInvalid(names)) return names;
  const bringsLayers = names.length === 0 && (values.has('sld') || values.has('sld_body'));
  return { permission, names, reachesUnnamed: drawn.reachesUnnamed || bringsLayers, values };
}

/** The names of the parameters that `readWms` reads, and more. */
export function wmsParameters(...more: readonly string[]): ReadonlySet<string> {
  return new Set([...NAMES, ...more]);
}

type Drawn = Pick<OwsRequest, 'names' | 'reachesUnnamed'>;

const NOTHING_DRAWN: Drawn = { names: [], reachesUnnamed: false };

/** The layers that a GetMap document names: registered ones, and the feature types of layers that it makes up. */
function layersIn(root: XmlElement): Drawn | InvalidRequest {
  const found: XmlElement[] = [];
  let reachesUnnamed = false;
  visit(root, (element) => {
    if (isNamed(element, 'namedlayer'))
      found.push(...element.children.filter((child) => isNamed(child, 'name')));
    else if (isNamed(element, 'querylayer') || isNamed(element, 'featuretypename')) found.push(element);
    else if (isNamed(element, 'userlayer')) reachesUnnamed = true;
  });
  const names = textsOf(found, 'layers');
  return isInvalid(names) ? names : { names, reachesUnnamed };
}
