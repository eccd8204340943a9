import { type Act, type ReceivedRequest, type ServedCatalogue, beyond } from './acts';
import { type Element, elementsOf, parsedDocument, textsOf } from './document';
import { actsByDocument } from './geoserver-documents';
import type { NameContext } from './geoserver-names';
import { type Folded, actsByParameters } from './geoserver-parameters';
import {
  DISPATCHER_PATHS,
  GEOSERVER_OPERATIONS,
  OTHER_PATHS,
  OTHER_SERVICES,
  type OperationRule,
} from './geoserver-rules';
import { decodedPath, foldedLast, servletParameters } from './parameters';

const KNOWN_NAMESPACES =
  /^(?:|http:\/\/www\.opengis\.net\/(?:wfs|wfs\/2\.0|wps\/1\.0\.0|ows|ows\/1\.1|sld|ogc))$/i;

/** The effects of a request on GeoServer; none where it answers with an error. */
export function geoserverActs(request: ReceivedRequest, catalogue: ServedCatalogue): Act[] {
  // Either the private URL ends with the context path, or the context path is the first segment.
  const path = request.path.replace(/^\/geoserver(?=\/|$)/, '');
  const mapped = decodedPath(path)
    .split('/')
    .map((segment) => segment.split(';', 1)[0] ?? '')
    .filter((segment) => segment !== '');
  const target = targetOf(mapped, catalogue);
  if (target === 'nothing') return [];
  if (target === 'other') return [beyond(`path /${mapped[0]}`)];
  if (target === 'rest') {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    // Names in templates of Spring MVC end before the last dot, what follows is the format. Source: rest/RestConfiguration@01a370a.
    const last = mapped.at(-1) ?? '';
    const names = last.includes('.') ? [last, last.slice(0, last.lastIndexOf('.'))] : [last];
    return names.map((name) => ({
      operation: isRead ? 'read' : 'write',
      reached: { kind: 'named', path: [...mapped.slice(0, -1), name] },
      rule: 'REST API',
    }));
  }
  return dispatched(request, path, catalogue);
}

/** Source: ows/OWSHandlerMapping@132e088, and the URL mappings of the modules. */
function targetOf(segments: readonly string[], { workspaces }: ServedCatalogue) {
  const lookup = (below: readonly string[]) => {
    const [first = '', ...rest] = below;
    if (first === 'kml' && rest[0] === 'icon') return 'other';
    if (rest.length <= (DISPATCHER_PATHS[first] ?? -1)) return 'dispatcher';
    if (OTHER_PATHS.includes(first)) return 'other';
    return first === 'rest' ? 'rest' : 'nothing';
  };
  const isWorkspace = workspaces.some(({ name }) => name === segments[0]);
  const readings = [segments, ...(isWorkspace ? [segments.slice(1), segments.slice(2)] : [])].map(lookup);
  return (
    readings.find((one) => one === 'dispatcher') ?? readings.find((one) => one !== 'nothing') ?? 'nothing'
  );
}

/** Source: ows/Dispatcher@f5e9268. */
function dispatched(request: ReceivedRequest, path: string, catalogue: ServedCatalogue): Act[] {
  const type = headerOf(request, 'content-type') ?? '';
  const isForm = type.startsWith('application/x-www-form-urlencoded');
  const isFormOfContainer = request.method === 'POST' && isForm;
  const parameters = foldedLast(
    servletParameters(request.query, isFormOfContainer ? request.body.toString('latin1') : ''),
  );
  const raw = path.replace(/^\//, '').replace(/\/$/, '');
  const slash = raw.lastIndexOf('/');
  const [context, last] = slash < 0 ? [undefined, raw] : [raw.slice(0, slash), raw.slice(slash + 1)];
  const scope: Scope = {
    catalogue,
    bindings: new Map(),
    // As sent: an escaped name is not a workspace here, although it was routed to the dispatcher.
    workspace: catalogue.workspaces.find(({ name }) => name === context?.split('/', 1)[0])?.name,
    context,
    last,
  };
  const hasDocument = request.method !== 'GET' && !isForm && request.body.toString('latin1').trim() !== '';
  if (!hasDocument) return operated(parameters, undefined, scope);
  if (/^multipart\//i.test(type)) return [beyond('Dispatcher, multipart')];
  return textsOf(request.body, headerOf(request, 'content-encoding')).flatMap((text) => {
    const root = parsedDocument(text.replace(/^\ufeff/, '').trim());
    const document = root && type.startsWith('application/soap+xml') ? payloadOf(root) : root;
    // A document that one parser rejects may be accepted by another.
    if (!document) return text.includes('<') ? [beyond('Dispatcher, unreadable document')] : [];
    return operated(parameters, document, scope);
  });
}

interface Scope extends NameContext {
  readonly context: string | undefined;
  readonly last: string;
}

function headerOf({ headers }: ReceivedRequest, wanted: string): string | undefined {
  return headers.find(([name]) => name.toLowerCase() === wanted)?.[1];
}

function payloadOf(envelope: Element): Element | undefined {
  return elementsOf(envelope).find(({ name }) => name === 'Body')?.children[0];
}

const ruleOf = (service: string, request: string): OperationRule | undefined =>
  GEOSERVER_OPERATIONS.find(
    (rule) => rule.service === service.toLowerCase() && rule.requests.includes(request.toLowerCase()),
  );

const isService = (word: string) => /^w[mfp]s$/i.test(word) || OTHER_SERVICES.includes(word.toLowerCase());

function operated(parameters: Folded, document: Element | undefined, scope: Scope): Act[] {
  const services = parameters.get('service') ?? [];
  const requests = parameters.get('request') ?? [];
  // Different values are an error, unless a document states the service.
  if (!document && (services.length > 1 || requests.length > 1)) return [];
  const stated = document?.attributes.get('service')?.trim() || services[0] || scope.last;
  const inPath = !isService(stated) && scope.context !== undefined && isService(scope.context);
  const service = inPath ? (scope.context ?? '') : stated;
  if (OTHER_SERVICES.includes(service.toLowerCase())) return [beyond(`service ${service}`)];
  const request = requests[0] || (inPath ? stated : '');
  if (!document) return byParameters(ruleOf(service, request), parameters, scope);
  const rule = ruleOf(service, document.name);
  const isDrawing = document.name === 'StyledLayerDescriptor' || document.name === 'GetMap';
  if (rule && KNOWN_NAMESPACES.test(document.namespace))
    return actsByDocument(rule, document, scope, (address, body) => nested(address, body, scope));
  const fallback = rule ?? ruleOf(service, request);
  if (fallback?.operation === 'getmap' && isDrawing)
    return actsByDocument(fallback, document, scope, () => []);
  // There is no reader for such a document: only the parameters count.
  return byParameters(fallback, parameters, scope);
}

function byParameters(rule: OperationRule | undefined, parameters: Folded, scope: Scope): Act[] {
  if (!rule) return [];
  const inputs = rule.operation === 'execute' ? (parameters.get('datainputs') ?? []) : [];
  return [
    ...actsByParameters(rule, parameters, scope),
    ...inputs
      .flatMap((value) => [...value.matchAll(/@(?:xlink:)?href=([^@;]*)/gi)])
      .flatMap(([, address = '']) => nested(address, undefined, scope)),
  ];
}

/** Source: wps/executor/AbstractInputProvider@000d3ee. Other addresses are fetched, as inputs of processes are. */
function nested(address: string, body: Element | undefined, scope: Scope): Act[] {
  const [, service] = /^http:\/\/geoserver\/(w[fcp]s)/.exec(address) ?? [];
  if (service === undefined) return [];
  if (service === 'wcs') return [beyond('InternalWCSInputProvider')];
  const parameters = foldedLast(servletParameters(address.slice(address.indexOf('?') + 1)));
  const inner = { ...scope, context: undefined, last: service, workspace: undefined };
  return operated(body ? new Map() : new Map(parameters).set('service', [service]), body, inner);
}
