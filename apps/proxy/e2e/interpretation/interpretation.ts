import type { Act, ReceivedRequest, ServedCatalogue } from './acts';
import { frameworkActs } from './frameworks';
import { geoserverActs } from './geoserver';
import { ncwmsActs } from './ncwms';
import { threddsActs } from './thredds';

/** Types of services whose servers were read as source, not run. */
export const INTERPRETED_TYPES = [
  'api',
  'geoserver',
  'geoserverwfs',
  'geoserverwms',
  'geoserverwps',
  'ncwms',
  'thredds',
] as const;
export type InterpretedType = (typeof INTERPRETED_TYPES)[number];

export function isInterpreted(type: string): type is InterpretedType {
  return (INTERPRETED_TYPES as readonly string[]).includes(type);
}

/**
 * The effects of received bytes on the server of a type, according to its source; see
 * docs/reference/geoserver-ncwms-thredds.md. It shares no code with the proxy.
 */
export function actsOf(
  type: InterpretedType,
  request: ReceivedRequest,
  catalogue: ServedCatalogue,
): readonly Act[] {
  if (type === 'api') return frameworkActs(request);
  if (type === 'thredds') return threddsActs(request);
  return type === 'ncwms' ? ncwmsActs(request, catalogue) : geoserverActs(request, catalogue);
}
