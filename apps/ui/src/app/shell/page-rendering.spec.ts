import { ChangeDetectionStrategy, Component } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { NavigationEnd, provideRouter, Router, RouterOutlet } from '@angular/router';
import { providePageRendering } from './page-rendering';

@Component({ changeDetection: ChangeDetectionStrategy.OnPush, template: '<h1>{{ heading }}</h1>' })
class TestPage {
  readonly heading = 'The heading';
}

@Component({
  imports: [RouterOutlet],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: '<router-outlet />',
})
class TestFrame {}

describe('a page of the console', () => {
  it('has its texts as soon as the navigation has ended', async () => {
    const lazy = { path: 'page', loadComponent: () => Promise.resolve(TestPage) };
    TestBed.configureTestingModule({ providers: [provideRouter([lazy]), providePageRendering()] });
    const { nativeElement } = TestBed.createComponent(TestFrame) as { nativeElement: HTMLElement };
    await TestBed.inject(Router).navigateByUrl('/');
    const texts: (string | undefined)[] = [];
    TestBed.inject(Router).events.subscribe((event) => {
      if (event instanceof NavigationEnd) texts.push(nativeElement.querySelector('h1')?.textContent);
    });
    await TestBed.inject(Router).navigateByUrl('/page');
    expect(texts).toEqual(['The heading']);
  });
});
