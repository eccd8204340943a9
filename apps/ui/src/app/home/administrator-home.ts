import { ChangeDetectionStrategy, Component, computed, inject } from '@angular/core';
import {
  Banner,
  Button,
  Card,
  Figure,
  groupsIcon,
  Icon,
  refreshIcon,
  serviceIcon,
  Tag,
  userIcon,
} from '@gatehouse/ui-kit';
import { ReaderFormats } from '../language/reader-formats';
import { translations } from '../language/translations';
import { ProblemTexts } from '../problems/problem-texts';
import { titleTexts } from '../shell/titles.texts';
import { administratorHomeTexts } from './administrator-home.texts';
import { AdministratorHomeStore } from './administrator-home.store';

/** The home page of administrators. */
@Component({
  selector: 'gh-administrator-home',
  imports: [Banner, Button, Card, Figure, Icon, Tag],
  providers: [AdministratorHomeStore],
  changeDetection: ChangeDetectionStrategy.OnPush,
  templateUrl: './administrator-home.html',
  styleUrl: './home.css',
})
export class AdministratorHome {
  protected readonly store = inject(AdministratorHomeStore);
  protected readonly title = translations(titleTexts);
  protected readonly t = translations(administratorHomeTexts);
  protected readonly icons = {
    users: userIcon,
    groups: groupsIcon,
    services: serviceIcon,
    refresh: refreshIcon,
  };
  private readonly problemTexts = inject(ProblemTexts);
  private readonly formats = inject(ReaderFormats);

  protected readonly problemText = computed(() => {
    const problem = this.store.problem();
    return problem ? `${this.t('incomplete')} ${this.problemTexts.of(problem)}` : '';
  });
  protected readonly usersNote = computed(() => {
    const anonymous = this.store.anonymousUser();
    return anonymous === undefined ? '' : this.t('usersNote', { anonymous });
  });
  protected readonly groupsNote = computed(() =>
    this.t('groupsNote', { count: this.store.builtInGroupCount() ?? 0 }),
  );
  protected readonly servicesNote = computed(() => {
    const count = this.store.typeCounts()?.length ?? 0;
    return count === 0 ? this.t('servicesNone') : this.t('servicesNote', { count });
  });
  protected readonly updated = computed(() => {
    const time = this.store.updatedAt();
    return time ? this.t('updatedAt', { time: this.formats.time(time) }) : '';
  });

  constructor() {
    void this.store.load();
  }

  protected number(value: number | undefined): string {
    return value === undefined ? '' : this.formats.number(value);
  }
}
