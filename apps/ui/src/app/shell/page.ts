import { inject, type Type } from '@angular/core';
import type { Route, Routes } from '@angular/router';
import { Session } from '@gatehouse/ui-data/session';
import type { Title } from '../navigation/titles.texts';

/** The data of a route about its page. */
export interface PageData {
  readonly title: Title;
}

type Load = () => Promise<Type<unknown>>;

/** Restricts a route to administrators. It decides what is shown; the API decides what is allowed. */
export const forAdministrators = (): boolean => inject(Session).isAdministrator();

/** Routes of a page of administrators; other users see that it is restricted. */
export function page(path: string, title: Title, load: Load): Routes {
  const forbidden: Load = async () => (await import('../not-found/forbidden')).Forbidden;
  return [
    { ...openPage(path, title, load), canMatch: [forAdministrators] },
    openPage(path, title, forbidden),
  ];
}

/** The route of a page for all signed-in users. Parameters of the path are inputs of its component. */
export function openPage(path: string, title: Title, loadComponent: Load): Route {
  const data: PageData = { title };
  return { path, pathMatch: 'full', data: { ...data }, loadComponent };
}
