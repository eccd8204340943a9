import type { PermissionName } from '@gatehouse/access-engine';
import { type InvalidRequest, type ServiceRequest, type XmlElement, isInvalid } from '../service-type';
import { isNamed, textsOf, visit } from './elements';
import { type OwsRequest, agreed, listed } from './names';
import { operationOf } from './operation';
import { type ParameterValues, readParameters } from './parameters';

/** Which processing service reads the request: chains of processes that GeoServer runs by itself exist only there. */
export type WpsDialect = 'standard' | 'geoserver';

const PARAMETERS: Readonly<Record<WpsDialect, ReadonlySet<string>>> = {
  standard: new Set(['service', 'request', 'identifier']),
  geoserver: new Set(['service', 'request', 'identifier', 'datainputs']),
};

/** Operations of OGC services that a process can be made to call for its inputs, lower case. */
const OPERATIONS: ReadonlySet<string> = new Set(
  (
    'createstoredquery describecoverage describefeaturetype describelayer describeprocess describestoredqueries ' +
    'dismiss dropstoredquery execute getcapabilities getcoverage getfeature getfeatureinfo getfeaturewithlock ' +
    'getgmlobject getlegendgraphic getmap getpropertyvalue getrecords getresult getstatus gettile ' +
    'liststoredqueries lockfeature transaction'
  ).split(' '),
);

/**
 * Reads a request to a processing service: its operation and all processes that it names, those of nested requests of
 * the same operation included. A request that contains another operation needs more than one permission: `undefined`.
 * spec: permissions 4.5, 4.6.4, 4.6.7.
 */
export function readWps(
  request: ServiceRequest,
  allowed: readonly PermissionName[],
  dialect: WpsDialect,
): OwsRequest | InvalidRequest | undefined {
  const values = readParameters(request, PARAMETERS[dialect]);
  if (isInvalid(values)) return values;
  const permission = operationOf(values, allowed);
  if (permission === undefined || isInvalid(permission)) return permission;
  const inBody = request.body.kind === 'xml' ? identifiersIn(request.body.root) : [];
  if (inBody === undefined || isInvalid(inBody)) return inBody;
  if (dialect === 'geoserver' && callsItself(request, values)) return undefined;
  // A single process is executed: where lists have no meaning, a comma is a letter.
  const isList = dialect === 'geoserver' || permission === 'describeprocess';
  const identifier = values.get('identifier') ?? '';
  const inQuery = isList || identifier === '' ? listed(identifier) : [identifier];
  const names = agreed(inQuery, inBody, 'identifier');
  return isInvalid(names) ? names : { permission, names, reachesUnnamed: false };
}

/**
 * The identifiers of the operation and of the same operation inside it; those of inputs and outputs are no processes.
 */
function identifiersIn(root: XmlElement): readonly string[] | InvalidRequest | undefined {
  const operation = root.name.toLowerCase();
  const found: XmlElement[] = [];
  let isMixed = false;
  visit(root, (element) => {
    const name = element.name.toLowerCase();
    if (name === operation) found.push(...element.children.filter((child) => isNamed(child, 'identifier')));
    else if (OPERATIONS.has(name)) isMixed = true;
  });
  return isMixed ? undefined : textsOf(found, 'identifier');
}

/** The host under which GeoServer answers requests of its own processes, past every proxy. */
const ITSELF = /\bhttps?:\/\/geoserver(?=[/?#]|$)/i;
const ITS_PROCESSES = /^http:\/\/geoserver\/wps\/?$/i;

/** Whether an input comes from the same GeoServer by a request that is not written out as a nested execution. */
function callsItself({ body }: ServiceRequest, values: ParameterValues): boolean {
  const inputs = values.get('datainputs');
  if (inputs !== undefined && (ITSELF.test(inputs) || ITSELF.test(decodedAgain(inputs)))) return true;
  if (body.kind !== 'xml') return false;
  let isHidden = false;
  visit(body.root, (element) => {
    const addresses = element.attributes.filter(([, value]) => ITSELF.test(value));
    if (addresses.some(([, value]) => !ITS_PROCESSES.test(value.trim()) || !holdsExecution(element))) {
      isHidden = true;
    }
  });
  return isHidden;
}

function holdsExecution({ children }: XmlElement): boolean {
  const bodies = children.filter((child) => child.name.toLowerCase().startsWith('body'));
  return (
    bodies.length > 0 &&
    bodies.every(
      (body) => body.children.length === 1 && body.children.every((child) => isNamed(child, 'execute')),
    )
  );
}

/** The addresses in `datainputs` are encoded once more than the parameter. */
function decodedAgain(text: string): string {
  return text.replace(/%([0-9a-f]{2})/gi, (_, digits: string) => String.fromCharCode(parseInt(digits, 16)));
}
