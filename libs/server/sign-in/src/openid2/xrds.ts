import { type DocumentLimits, readXmlText } from '@gatehouse/request-body';
import type { XmlElement } from '@gatehouse/service-types';

const XRDS = 'xri://$xrds';
const XRD = 'xri://$xrd*($v*2.0)';
const KINDS: Readonly<Record<string, OpenIdService['kind']>> = {
  'http://specs.openid.net/auth/2.0/server': 'server',
  'http://specs.openid.net/auth/2.0/signon': 'signon',
};
const LIMITS: DocumentLimits = {
  elements: 500,
  attributes: 1_000,
  elementAttributes: 20,
  jsonValues: 0,
  formFields: 0,
};

/** An OpenID 2.0 service of an XRDS document. */
export interface OpenIdService {
  /** `server`: the identifier is that of a provider, where the user chooses. `signon`: it is that of a user. */
  readonly kind: 'server' | 'signon';
  /** Where authentication requests are sent to. */
  readonly endpoint: string;
  /** Identifier of the user at the provider, if it is another than the claimed one. */
  readonly localId: string | undefined;
}

/**
 * The OpenID 2.0 services of an XRDS document, the preferred one first: services of providers before those of users, then by
 * priority. Undefined if the document cannot be read. Source: OpenID Authentication 2.0, 7.3.2; XRI Resolution 2.0, 4.3.3.
 */
export function servicesIn(text: string): readonly OpenIdService[] | undefined {
  const root = readXmlText(text, LIMITS);
  if ('problem' in root || root.namespace !== XRDS || root.name !== 'XRDS') return undefined;
  // The last one describes the identifier; those before it describe its authorities.
  const described = childrenOf(root, 'XRD').at(-1);
  if (!described) return undefined;
  const services = byPriority(childrenOf(described, 'Service')).flatMap(serviceOf);
  return [
    ...services.filter(({ kind }) => kind === 'server'),
    ...services.filter(({ kind }) => kind === 'signon'),
  ];
}

function serviceOf(service: XmlElement): OpenIdService[] {
  const kinds = childrenOf(service, 'Type').flatMap(({ text }) =>
    Object.hasOwn(KINDS, text) ? [KINDS[text] as OpenIdService['kind']] : [],
  );
  const localId = childrenOf(service, 'LocalID').at(0)?.text;
  return byPriority(childrenOf(service, 'URI')).flatMap(({ text: endpoint }) =>
    kinds.map((kind) => ({ kind, endpoint, localId })),
  );
}

function childrenOf(element: XmlElement, name: string): XmlElement[] {
  return element.children.filter((one) => one.namespace === XRD && one.name === name);
}

/** Low numbers first; elements without a priority come last. */
function byPriority(elements: readonly XmlElement[]): XmlElement[] {
  return [...elements].sort((one, other) => priorityOf(one) - priorityOf(other));
}

function priorityOf({ attributes }: XmlElement): number {
  const value = attributes.find(({ name, namespace }) => name === 'priority' && namespace === '')?.value;
  return value !== undefined && /^\d{1,9}$/.test(value) ? Number(value) : Number.MAX_SAFE_INTEGER;
}
