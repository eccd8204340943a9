import { inject } from '@angular/core';
import { translations } from '../language/translations';
import { PrincipalNames } from '../principals/principal-names';
import { type Title, titleTexts } from './titles.texts';

type Parameters = Readonly<Record<string, string>>;

/** Gives the titles of pages, with the parameters of their routes. Requires an injection context. */
export function pageTitles(): (title: Title, parameters?: Parameters) => string {
  const names = inject(PrincipalNames);
  const t = translations(titleTexts) as (title: Title, parameters: Parameters) => string;
  return (title, parameters = {}) => t(title, names.inParameters(parameters));
}
