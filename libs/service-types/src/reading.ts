import type { PermissionName, Target, TargetResource } from '@gatehouse/access-engine';

/** A request that an entry of the grammar describes. */
export interface Covered {
  readonly kind: 'covered';
  /** What it needs; never empty. */
  readonly target: Target;
  /** Whether it has an effect even with GET: executes a process or changes data. */
  readonly executes: boolean;
}

/** Exception codes of OGC OWS Common 2.0, 8.3. */
export type ExceptionCode =
  | 'MissingParameterValue'
  | 'InvalidParameterValue'
  | 'OperationNotSupported'
  | 'NoApplicableCode';

/** A request that no entry of the grammar describes, with the first part of it that no entry allows. */
export interface Outside {
  readonly kind: 'outside';
  readonly code: ExceptionCode;
  /** The parameter at fault, lower case; `body` for a body, `path`, `method`. */
  readonly locator: string;
  /** A sentence for users. */
  readonly detail: string;
  /** Whether permissions everywhere do not suffice, because it may reach what is switched off. */
  readonly forAdministrators: boolean;
}

/** How a grammar reads a request. Reference: permission-rules#authority. */
export type Reading = Covered | Outside;

export function covered(target: Target, executes = false): Covered {
  return { kind: 'covered', target, executes };
}

export function outside(code: ExceptionCode, locator: string, detail: string): Outside {
  return { kind: 'outside', code, locator, detail, forAdministrators: false };
}

/** A value that the grammar does not have. */
export function invalid(locator: string, detail: string): Outside {
  return outside('InvalidParameterValue', locator, detail);
}

export function missing(parameter: string): Outside {
  return outside('MissingParameterValue', parameter, `The parameter ${parameter} is missing.`);
}

export function unknownParameter(name: string, operation: string): Outside {
  return invalid(
    name,
    `${operation} has no parameter ${name}. If its clients need it, add it to the option "parameters" of the service.`,
  );
}

export function isOutside<Result extends object>(result: Result | Outside): result is Outside {
  return 'kind' in result && result.kind === 'outside';
}

/** The same permission on some resources. */
export function onResources(permission: PermissionName, resources: readonly TargetResource[]): Target {
  return [{ permission, on: resources }];
}
