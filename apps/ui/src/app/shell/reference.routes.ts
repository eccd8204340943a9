import { inject } from '@angular/core';
import { type CanMatchFn, Router, type Routes, type UrlSegment } from '@angular/router';
import { DeploymentSettings } from '@gatehouse/ui-data/deployment-settings';
import { SERVICE_TYPE_NAMES } from '@gatehouse/ui-data/service-types';

/** Types of services, as they are in addresses of the reference's pages. */
const serviceTypes: ReadonlySet<string> = new Set([...SERVICE_TYPE_NAMES, 'default']);

type Segments = readonly UrlSegment[];

/** Redirects to another page where a condition holds; otherwise the address is left to the routes that follow. */
function leadingTo(
  target: (path: readonly string[]) => readonly string[],
  applies: (segments: Segments) => boolean,
  query: Readonly<Record<string, string>> = {},
): CanMatchFn {
  return (_route, segments) => {
    if (!applies(segments)) return false;
    const commands = ['/', ...target(segments.map(({ path }) => path))];
    return inject(Router).createUrlTree(commands, { queryParams: query });
  };
}

const always = (): boolean => true;
const isType = (position: number) => (segments: Segments) => serviceTypes.has(segments[position]?.path ?? '');

/** Whether an address names the signed-in user by the keyword, which is a setting. */
const isOneself = (segments: Segments): boolean =>
  segments[1]?.path === inject(DeploymentSettings).loaded()?.logged_user;

/** The same address without its last part. */
const above = (path: readonly string[]): readonly string[] => path.slice(0, -1);
const service = ([, , name = '']: readonly string[]): readonly string[] => ['services', name];

const redirect = (path: string, canMatch: CanMatchFn): Routes[number] => ({
  path,
  pathMatch: 'full',
  canMatch: [canMatch],
  children: [],
});

/**
 * Addresses of the pages that Gatehouse replaces, redirected to its own. Those that could also be a page of Gatehouse, such as
 * `services/{name}`, are only redirected where they name a service type. They precede all other routes.
 */
export const referenceRoutes: Routes = [
  redirect(
    'users/add',
    leadingTo(() => ['users'], always, { add: 'true' }),
  ),
  redirect(
    'users/:user',
    leadingTo(() => ['account'], isOneself),
  ),
  redirect('users/:user/:type', leadingTo(above, isType(2))),
  redirect(
    'groups/add',
    leadingTo(() => ['groups'], always, { add: 'true' }),
  ),
  redirect('groups/:group/:type', leadingTo(above, isType(2))),
  redirect('services/:type', leadingTo(above, isType(1))),
  redirect(
    'services/:type/add',
    leadingTo(() => ['services'], isType(1), { add: 'true' }),
  ),
  redirect('services/:type/:service', leadingTo(service, isType(1))),
  redirect('services/:type/:service/add/:resource', leadingTo(service, isType(1))),
  redirect(
    'error',
    leadingTo(() => [], always),
  ),
];
