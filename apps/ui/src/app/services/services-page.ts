import { ChangeDetectionStrategy, Component, computed, inject, signal } from '@angular/core';
import { Router, RouterLink } from '@angular/router';
import type { ServiceDto } from '@gatehouse/dto';
import { Banner, Button, Dialog } from '@gatehouse/ui-kit';
import { translations } from '../language/translations';
import { openedByAddress } from '../page-parts/opened-by-address';
import { ProblemPanel } from '../page-parts/problem-panel';
import { ServiceForm } from './service-form';
import { servicesTexts } from './services.texts';
import { ServicesStore } from './services.store';

/** The services, by type. */
@Component({
  selector: 'gh-services-page',
  imports: [Banner, Button, Dialog, ProblemPanel, RouterLink, ServiceForm],
  providers: [ServicesStore],
  changeDetection: ChangeDetectionStrategy.OnPush,
  templateUrl: './services-page.html',
  styleUrls: ['../page-parts/heading.css', './services-page.css'],
})
export class ServicesPage {
  protected readonly store = inject(ServicesStore);
  protected readonly t = translations(servicesTexts);
  protected readonly registering = openedByAddress('add');
  protected readonly removing = signal<{ service: ServiceDto; children?: number } | undefined>(undefined);
  private readonly router = inject(Router);

  protected readonly problem = computed(
    () => this.store.byType.problem() ?? (this.registering() ? undefined : this.store.problem()),
  );

  constructor() {
    void this.store.load();
  }

  /** What is deleted with a service of so many top-level resources; undefined while they are counted. */
  protected consequence(children: number | undefined): string {
    if (children === undefined) return '…';
    return children === 0 ? this.t('removeAboutNone') : this.t('removeAbout', { count: children });
  }

  protected async opened(name: string): Promise<void> {
    await this.router.navigate(['/services', name]);
  }

  protected register(): void {
    this.store.clearProblem();
    this.registering.set(true);
  }

  protected async askRemove(service: ServiceDto): Promise<void> {
    this.removing.set({ service });
    const children = await this.store.childCount(service);
    if (this.removing()?.service === service) this.removing.set({ service, children });
  }

  protected async remove(service: ServiceDto): Promise<void> {
    await this.store.remove(service.service_name);
    this.removing.set(undefined);
  }
}
