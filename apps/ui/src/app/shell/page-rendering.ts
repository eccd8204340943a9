import {
  ApplicationRef,
  type EnvironmentProviders,
  inject,
  makeEnvironmentProviders,
  provideEnvironmentInitializer,
} from '@angular/core';
import { takeUntilDestroyed } from '@angular/core/rxjs-interop';
import { NavigationEnd, Router } from '@angular/router';

/**
 * Renders a page at the end of the navigation. Otherwise the browser may paint a frame with the
 * static elements of the page, whose texts appear in the next one and move them.
 */
export function providePageRendering(): EnvironmentProviders {
  return makeEnvironmentProviders([
    provideEnvironmentInitializer(() => {
      const application = inject(ApplicationRef);
      inject(Router)
        .events.pipe(takeUntilDestroyed())
        .subscribe((event) => {
          if (event instanceof NavigationEnd) application.tick();
        });
    }),
  ]);
}
