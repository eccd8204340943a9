import type { Routes } from '@angular/router';
import { forAdministrators, openPage } from './page';

/** The pages of the console, one line each. Every page is loaded when it is first shown. */
export const routes: Routes = [
  {
    ...openPage('', 'overview', async () => (await import('../home/administrator-home')).AdministratorHome),
    canMatch: [forAdministrators],
  },
  openPage('', 'home', async () => (await import('../home/member-home')).MemberHome),
  openPage('**', 'notFound', async () => (await import('../not-found/not-found')).NotFound),
];
