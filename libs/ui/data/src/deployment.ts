import { DOCUMENT, inject, Injectable } from '@angular/core';

/** The addresses of one deployment, as paths on the origin that served the console. */
export interface DeploymentPaths {
  readonly origin: string;
  /** Where the console lives, with a slash at the end: `/ui/`, or `/auth/ui/` behind a prefix. */
  readonly consoleBase: string;
  /** Where the API lives, with a slash at the end: the parent of `consoleBase`. */
  readonly apiRoot: string;
}

/** Reads the deployment's paths from the base address of the page, `https://host/prefix/ui/`. */
export function deploymentPaths(baseAddress: string): DeploymentPaths {
  const { origin, pathname } = new URL('.', baseAddress);
  return { origin, consoleBase: pathname, apiRoot: pathname.replace(/[^/]*\/$/, '') || '/' };
}

/**
 * Where this console and its API live.
 *
 * Deployments put Gatehouse behind a prefix of their own and the server writes it into `<base href>`; everything the
 * console asks for is relative to that, so that no address is ever built into the bundle.
 */
@Injectable({ providedIn: 'root' })
export class Deployment implements DeploymentPaths {
  private readonly paths = deploymentPaths(inject(DOCUMENT).baseURI);

  readonly origin = this.paths.origin;
  readonly consoleBase = this.paths.consoleBase;
  readonly apiRoot = this.paths.apiRoot;
}
