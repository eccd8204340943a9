import { inject } from '@angular/core';
import type { Routes } from '@angular/router';
import { Session } from '@gatehouse/ui-data';
import { administratorHomeMessages } from '../home/administrator-home.messages';
import { memberHomeMessages } from '../home/member-home.messages';
import { notFoundMessages } from '../not-found/not-found.messages';
import { titled } from './page-title';

/**
 * Lets a route apply to administrators only. It decides what is shown, not what is allowed: that is the API's.
 */
const forAdministrators = (): boolean => inject(Session).isAdministrator();

/** The pages of the console. Every page is loaded when it is first shown. */
export const routes: Routes = [
  {
    path: '',
    pathMatch: 'full',
    canMatch: [forAdministrators],
    title: titled(administratorHomeMessages),
    loadComponent: async () => (await import('../home/administrator-home')).AdministratorHome,
  },
  {
    path: '',
    pathMatch: 'full',
    title: titled(memberHomeMessages),
    loadComponent: async () => (await import('../home/member-home')).MemberHome,
  },
  {
    path: '**',
    title: titled(notFoundMessages),
    loadComponent: async () => (await import('../not-found/not-found')).NotFound,
  },
];
