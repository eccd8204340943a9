import { inject, type Type } from '@angular/core';
import type { Route, Routes } from '@angular/router';
import { Session } from '@gatehouse/ui-data';
import type { Title } from './titles.texts';

/** What a route says about its page. */
export interface PageData {
  readonly title: Title;
}

type Load = () => Promise<Type<unknown>>;

/** Lets a route apply to administrators only. It decides what is shown, not what is allowed: the API decides that. */
export const forAdministrators = (): boolean => inject(Session).isAdministrator();

/** Routes of a page of administrators; everybody else is told at its address that it is not for them. */
export function page(path: string, title: Title, load: Load): Routes {
  const forbidden: Load = async () => (await import('../not-found/forbidden')).Forbidden;
  return [
    { ...openPage(path, title, load), canMatch: [forAdministrators] },
    openPage(path, title, forbidden),
  ];
}

/** The route of a page for everyone who is signed in. Parameters of the path are inputs of its component. */
export function openPage(path: string, title: Title, loadComponent: Load): Route {
  const data: PageData = { title };
  return { path, pathMatch: 'full', data: { ...data }, loadComponent };
}
