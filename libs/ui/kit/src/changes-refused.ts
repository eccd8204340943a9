import { InjectionToken } from '@angular/core';

/** Why changes are refused at present, for the controls that would make them; empty if they are not. The application provides it. */
export const CHANGES_REFUSED = new InjectionToken<() => string>('why changes are refused', {
  providedIn: 'root',
  factory: () => () => '',
});
