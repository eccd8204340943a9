import { ChangeDetectionStrategy, Component, computed, inject } from '@angular/core';
import { Banner, Button, Card, externalIcon, Icon, Tag } from '@gatehouse/ui-kit';
import { texts } from '../language/language';
import { problemMessages, problemText } from '../problems/problem.messages';
import { memberHomeMessages } from './member-home.messages';
import { MemberHomeStore } from './member-home.store';

/** The home page of everyone who is signed in and does not administer. */
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
  protected readonly text = texts(memberHomeMessages);
  protected readonly externalIcon = externalIcon;
  private readonly problemTexts = texts(problemMessages);

  protected readonly problemText = computed(() => {
    const problem = this.store.problem();
    return problem ? `${this.text.incomplete} ${problemText(problem, this.problemTexts)}` : '';
  });

  constructor() {
    void this.store.load();
  }
}
