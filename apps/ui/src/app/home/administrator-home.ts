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
import { Formats, texts, LOCALE } from '../language/language';
import { problemMessages, problemText } from '../problems/problem.messages';
import { administratorHomeMessages } from './administrator-home.messages';
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
  protected readonly text = texts(administratorHomeMessages);
  protected readonly icons = {
    users: userIcon,
    groups: groupsIcon,
    services: serviceIcon,
    refresh: refreshIcon,
  };
  private readonly problemTexts = texts(problemMessages);
  private readonly formats = new Formats(inject(LOCALE));

  protected readonly problemText = computed(() => {
    const problem = this.store.problem();
    return problem ? `${this.text.incomplete} ${problemText(problem, this.problemTexts)}` : '';
  });
  protected readonly usersNote = computed(() => {
    const anonymous = this.store.anonymousUser();
    return anonymous === undefined ? '' : this.text.usersNote(anonymous);
  });
  protected readonly groupsNote = computed(() => this.text.groupsNote(this.store.builtInGroupCount() ?? 0));
  protected readonly servicesNote = computed(() =>
    this.text.servicesNote(this.store.typeCounts()?.length ?? 0),
  );
  protected readonly updated = computed(() => {
    const time = this.store.updatedAt();
    return time ? this.text.updatedAt(this.formats.timeOfDay(time)) : '';
  });

  constructor() {
    void this.store.load();
  }

  protected number(value: number | undefined): string {
    return value === undefined ? '' : this.formats.number(value);
  }
}
