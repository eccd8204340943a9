import { ChangeDetectionStrategy, Component, computed, inject } from '@angular/core';
import { Banner, Button, Card, externalIcon, Icon, Tag } from '@gatehouse/ui-kit';
import { translations } from '../language/translations';
import { ProblemTexts } from '../problems/problem-texts';
import { memberHomeTexts } from './member-home.texts';
import { MemberHomeStore } from './member-home.store';

/** The home page of signed-in users who are not administrators. */
@Component({
  selector: 'gh-member-home',
  imports: [Banner, Button, Card, Icon, Tag],
  providers: [MemberHomeStore],
  changeDetection: ChangeDetectionStrategy.OnPush,
  templateUrl: './member-home.html',
  styleUrl: './home.css',
})
export class MemberHome {
  protected readonly store = inject(MemberHomeStore);
  protected readonly t = translations(memberHomeTexts);
  protected readonly externalIcon = externalIcon;
  private readonly problemTexts = inject(ProblemTexts);

  protected readonly problemText = computed(() => {
    const problem = this.store.problem();
    return problem ? `${this.t('incomplete')} ${this.problemTexts.of(problem)}` : '';
  });

  constructor() {
    void this.store.load();
  }
}
