import { ChangeDetectionStrategy, Component, inject } from '@angular/core';
import { Card } from '@gatehouse/ui-kit/card';
import { Icon } from '@gatehouse/ui-kit/icon';
import { externalIcon } from '@gatehouse/ui-kit/icons';
import { Tag } from '@gatehouse/ui-kit/tag';
import { translations } from '../language/translations';
import { ProblemPanel } from '../page-parts/problem-panel';
import { PrincipalName } from '../principals/principal-name';
import { memberHomeTexts } from './member-home.texts';
import { MemberHomeStore } from './member-home.store';

/** The home page of signed-in users who are not administrators. */
@Component({
  selector: 'gh-member-home',
  imports: [Card, Icon, PrincipalName, ProblemPanel, Tag],
  providers: [MemberHomeStore],
  changeDetection: ChangeDetectionStrategy.OnPush,
  templateUrl: './member-home.html',
  styleUrls: ['../page-parts/heading.css', './home.css'],
})
export class MemberHome {
  protected readonly store = inject(MemberHomeStore);
  protected readonly t = translations(memberHomeTexts);
  protected readonly externalIcon = externalIcon;

  constructor() {
    void this.store.load();
  }
}
