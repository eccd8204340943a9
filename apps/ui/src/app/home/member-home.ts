import { ChangeDetectionStrategy, Component, inject } from '@angular/core';
import { Button, Card, externalIcon, Icon, Tag } from '@gatehouse/ui-kit';
import { translations } from '../language/translations';
import { ProblemPanel } from '../page-parts/problem-panel';
import { memberHomeTexts } from './member-home.texts';
import { MemberHomeStore } from './member-home.store';

/** The home page of signed-in users who are not administrators. */
@Component({
  selector: 'gh-member-home',
  imports: [Button, Card, Icon, ProblemPanel, Tag],
  providers: [MemberHomeStore],
  changeDetection: ChangeDetectionStrategy.OnPush,
  templateUrl: './member-home.html',
  styleUrl: './home.css',
})
export class MemberHome {
  protected readonly store = inject(MemberHomeStore);
  protected readonly t = translations(memberHomeTexts);
  protected readonly externalIcon = externalIcon;

  constructor() {
    void this.store.load();
  }
}
