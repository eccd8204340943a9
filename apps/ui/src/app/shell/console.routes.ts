import type { Routes } from '@angular/router';
import { askingBeforeLeaving } from '../permissions/unsaved-work';
import { forAdministrators, openPage, page } from './page';

const permissionsPage = async () => (await import('../permissions/permissions-page')).PermissionsPage;

/** The pages of the console, one line each. Every page is loaded when it is first shown. */
export const routes: Routes = [
  {
    ...openPage('', 'overview', async () => (await import('../home/administrator-home')).AdministratorHome),
    canMatch: [forAdministrators],
  },
  openPage('', 'home', async () => (await import('../home/member-home')).MemberHome),
  ...askingBeforeLeaving([
    ...page('permissions', 'permissions', permissionsPage),
    ...page('permissions/:kind/:name', 'permissionsOf', permissionsPage),
    ...page('permissions/:kind/:name/:service', 'permissionsOn', permissionsPage),
    ...page('services/:name', 'service', async () => (await import('../services/service-page')).ServicePage),
  ]),
  ...page('audit', 'audit', async () => (await import('../audit/audit-page')).AuditPage),
  ...page('services', 'services', async () => (await import('../services/services-page')).ServicesPage),
  openPage('**', 'notFound', async () => (await import('../not-found/not-found')).NotFound),
];
