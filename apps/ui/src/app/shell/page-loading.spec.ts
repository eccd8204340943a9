import { inject } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { provideRouter, Router, withNavigationErrorHandler } from '@angular/router';
import { BrowserLocation } from '@gatehouse/ui-data';
import { RecordedLocation } from '@gatehouse/ui-data/testing';
import { NotFound } from '../not-found/not-found';
import { PageLoading } from './page-loading';

describe('a page of the console that cannot be loaded', () => {
  let location: RecordedLocation;

  beforeEach(() => {
    location = new RecordedLocation();
    TestBed.configureTestingModule({
      providers: [
        provideRouter(
          [
            { path: 'there', component: NotFound },
            {
              path: 'gone',
              loadComponent: () => Promise.reject(new TypeError('Failed to fetch the module')),
            },
          ],
          withNavigationErrorHandler((error) => inject(PageLoading).failed(error)),
        ),
        { provide: BrowserLocation, useValue: location },
      ],
    });
  });

  const visit = (address: string) =>
    TestBed.inject(Router)
      .navigateByUrl(address)
      .catch(() => undefined);

  it('is reloaded with the console, since a newer version may have been deployed', async () => {
    await visit('/there');
    await visit('/gone?tab=rules#cell');
    expect(location.visits).toEqual(['open /prefix/ui/gone?tab=rules#cell']);
    expect(TestBed.inject(PageLoading).problem()).toBeUndefined();
  });

  it('without a network is reported, and the page that is shown stays until the network has returned', async () => {
    await visit('/there');
    const network = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    window.dispatchEvent(new Event('offline'));
    await visit('/gone');
    expect(location.visits).toEqual([]);
    expect(TestBed.inject(Router).url).toBe('/there');
    expect(TestBed.inject(PageLoading).problem()?.isUnreachable).toBe(true);
    network.mockRestore();
    window.dispatchEvent(new Event('online'));
    TestBed.tick();
    expect(TestBed.inject(PageLoading).problem()).toBeUndefined();
    expect(location.visits).toEqual([]);
  });

  it('is reported when it is the first one, since reloading would not end', async () => {
    await visit('/gone');
    expect(location.visits).toEqual([]);
    expect(TestBed.inject(PageLoading).problem()?.isUnreachable).toBe(true);
  });
});
