import { A11yModule } from '@angular/cdk/a11y';
import { OverlayContainer } from '@angular/cdk/overlay';
import {
  afterNextRender,
  ChangeDetectionStrategy,
  Component,
  computed,
  effect,
  ElementRef,
  inject,
  Injector,
  signal,
  viewChild,
} from '@angular/core';
import { Router, RouterLink, RouterOutlet } from '@angular/router';
import { Deployment } from '@gatehouse/ui-data/deployment';
import { DeploymentSettings } from '@gatehouse/ui-data/deployment-settings';
import { Interruption } from '@gatehouse/ui-data/interruption';
import { Remote } from '@gatehouse/ui-data/remote';
import { Session } from '@gatehouse/ui-data/session';
import { Banner } from '@gatehouse/ui-kit/banner';
import { Button } from '@gatehouse/ui-kit/button';
import { Icon } from '@gatehouse/ui-kit/icon';
import { closeIcon, menuIcon } from '@gatehouse/ui-kit/icons';
import { Mark } from '@gatehouse/ui-kit/mark';
import { Online } from '@gatehouse/ui-kit/online';
import { ToastList } from '@gatehouse/ui-kit/toasts';
import { ChangedMeanwhile } from '../editing/changed-meanwhile';
import { translations } from '../language/translations';
import { ProblemTexts } from '../problems/problem-texts';
import { SignInAgain } from '../sign-in/sign-in-again';
import { AccountMenu } from './account-menu';
import { Breadcrumbs } from './breadcrumbs';
import { PageLoading } from './page-loading';
import { shellTexts } from './shell.texts';
import { SearchEntry } from './search-entry';
import { ShellStore } from './shell.store';
import { SideNavigation } from './side-navigation';
import { WorkList } from './work-list';

/** The frame of the console: where one is and can go, who is signed in, and the page itself. */
@Component({
  selector: 'gh-root',
  imports: [
    A11yModule,
    AccountMenu,
    Banner,
    Breadcrumbs,
    Button,
    ChangedMeanwhile,
    Icon,
    Mark,
    RouterLink,
    RouterOutlet,
    SearchEntry,
    SideNavigation,
    SignInAgain,
    ToastList,
    WorkList,
  ],
  providers: [ShellStore],
  changeDetection: ChangeDetectionStrategy.OnPush,
  host: { '(keydown.escape)': 'closeMenu()' },
  templateUrl: './shell.html',
  styleUrl: './shell.css',
})
export class Shell {
  protected readonly store = inject(ShellStore);
  protected readonly session = inject(Session);
  protected readonly interruption = inject(Interruption);
  protected readonly t = translations(shellTexts);
  protected readonly version = inject(Deployment).version;
  protected readonly online = inject(Online).online;
  private readonly deploymentSettings = inject(DeploymentSettings);
  /** The settings are read with the console; read-only mode may have ended since. */
  protected readonly modeCheck = new Remote(() => this.deploymentSettings.load());
  protected readonly readOnly = computed(() => this.deploymentSettings.loaded()?.read_only === true);
  private readonly loading = inject(PageLoading);
  private readonly problemTexts = inject(ProblemTexts);
  private readonly router = inject(Router);
  private readonly injector = inject(Injector);

  protected readonly menuOpen = signal(false);
  protected readonly icons = { menu: menuIcon, close: closeIcon };
  protected readonly problemText = computed(() => {
    const problem = this.store.problem() ?? this.loading.problem() ?? this.modeCheck.problem();
    return problem ? this.problemTexts.of(problem) : '';
  });

  private readonly main = viewChild.required<ElementRef<HTMLElement>>('main');
  private readonly closeButton = viewChild.required<unknown, ElementRef<HTMLElement>>('closeButton', {
    read: ElementRef,
  });
  private readonly menuButton = viewChild.required<unknown, ElementRef<HTMLElement>>('menuButton', {
    read: ElementRef,
  });

  constructor() {
    // Menus lie outside the frame; as a region with a name they are found by those who move from landmark to landmark.
    const overlays = inject(OverlayContainer).getContainerElement();
    overlays.setAttribute('role', 'region');
    effect(() => overlays.setAttribute('aria-label', this.t('overlays')));
    effect(() => {
      const navigation = this.router.lastSuccessfulNavigation();
      if (!navigation?.previousNavigation) return;
      this.menuOpen.set(false);
      afterNextRender(() => this.readFromTop(), { injector: this.injector });
    });
  }

  protected skipToContent(event: Event): void {
    // Followed as a link, a fragment would be relative to the base address and leave the page.
    event.preventDefault();
    this.main().nativeElement.focus();
  }

  protected openMenu(): void {
    this.menuOpen.set(true);
    afterNextRender(() => this.closeButton().nativeElement.focus(), { injector: this.injector });
  }

  protected closeMenu(): void {
    if (!this.menuOpen()) return;
    this.menuOpen.set(false);
    this.menuButton().nativeElement.focus();
  }

  /** After a change of page the focus is on its title, as after loading a page, or on the field for which the page is opened. */
  private readFromTop(): void {
    const main = this.main().nativeElement;
    const first = main.querySelector<HTMLElement>('[data-first-focus]');
    (first ?? main.querySelector<HTMLElement>('h1[tabindex]') ?? main).focus();
  }
}
