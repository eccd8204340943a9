import type { Routes } from '@angular/router';
import { askingBeforeLeaving } from '../permissions/unsaved-work';
import { forAdministrators, openPage, page } from './page';
import { referenceRoutes } from './reference.routes';

const permissionsPage = async () => (await import('../permissions/permissions-page')).PermissionsPage;

/** The pages of the console, one line each. Every page is loaded when it is first shown. */
export const routes: Routes = [
  ...referenceRoutes,
  {
    ...openPage('', 'overview', async () => (await import('../home/administrator-home')).AdministratorHome),
    canMatch: [forAdministrators],
  },
  openPage('', 'home', async () => (await import('../home/member-home')).MemberHome),
  ...page('users', 'users', async () => (await import('../users/users-page')).UsersPage),
  ...page('users/:user_name', 'user', async () => (await import('../users/user-page')).UserPage),
  ...page(
    'registrations',
    'registrations',
    async () => (await import('../registrations/registrations-page')).RegistrationsPage,
  ),
  ...page(
    'registrations/:user_name',
    'registration',
    async () => (await import('../registrations/registration-page')).RegistrationPage,
  ),
  ...page('groups', 'groups', async () => (await import('../groups/groups-page')).GroupsPage),
  ...page('groups/:group_name', 'group', async () => (await import('../groups/group-page')).GroupPage),
  ...page(
    'notifications',
    'notifications',
    async () => (await import('../notifications/notifications-page')).NotificationsPage,
  ),
  ...page('providers', 'providers', async () => (await import('../providers/providers-page')).ProvidersPage),
  ...page('network', 'network', async () => (await import('../nodes/network-page')).NetworkPage),
  ...page('kit', 'kit', async () => (await import('../kit/kit-page')).KitPage),
  openPage('account', 'account', async () => (await import('../account/account-page')).AccountPage),
  openPage('signed-in', 'signedIn', async () => (await import('../sign-in/signed-in-page')).SignedInPage),
  ...askingBeforeLeaving([
    ...page('permissions', 'permissions', permissionsPage),
    ...page('permissions/:kind/:name', 'permissionsOf', permissionsPage),
    ...page('permissions/:kind/:name/:service', 'permissionsOn', permissionsPage),
    ...page('services/:name', 'service', async () => (await import('../services/service-page')).ServicePage),
  ]),
  ...page('audit', 'audit', async () => (await import('../audit/audit-page')).AuditPage),
  ...page(
    'configuration',
    'configuration',
    async () => (await import('../configuration/configuration-page')).ConfigurationPage,
  ),
  ...page('imports', 'imports', async () => (await import('../imports/imports-page')).ImportsPage),
  ...page('services', 'services', async () => (await import('../services/services-page')).ServicesPage),
  ...page(
    'request-tester',
    'requestTester',
    async () => (await import('../request-tester/request-tester')).RequestTester,
  ),
  openPage('**', 'notFound', async () => (await import('../not-found/not-found')).NotFound),
];
