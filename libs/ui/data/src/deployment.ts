import { DOCUMENT, inject, Injectable } from '@angular/core';

/** The addresses of one deployment, as paths on the origin that served the console. */
export interface DeploymentPaths {
  readonly origin: string;
  /** The path of the console, with a slash at the end: `/ui/`, or `/auth/ui/` behind a prefix. */
  readonly consoleBase: string;
  /** The path of the API, with a slash at the end: the parent of `consoleBase`. */
  readonly apiRoot: string;
}

/** Reads the deployment's paths from the base address of the page, `https://host/prefix/ui/`. */
export function deploymentPaths(baseAddress: string): DeploymentPaths {
  const { origin, pathname } = new URL('.', baseAddress);
  return { origin, consoleBase: pathname, apiRoot: pathname.replace(/[^/]*\/$/, '') || '/' };
}

/**
 * The paths of this console and its API, and the version.
 *
 * Deployments have different prefixes, which the server writes into `<base href>`; all requests of the
 * console are relative to that, so no address is built into the bundle.
 */
@Injectable({ providedIn: 'root' })
export class Deployment implements DeploymentPaths {
  private readonly document = inject(DOCUMENT);
  private readonly paths = deploymentPaths(this.document.baseURI);

  readonly origin = this.paths.origin;
  readonly consoleBase = this.paths.consoleBase;
  readonly apiRoot = this.paths.apiRoot;
  /** The version of the server that sent the page; empty if it was not sent by one. */
  readonly version = this.document.documentElement.dataset['version'] ?? '';
}
