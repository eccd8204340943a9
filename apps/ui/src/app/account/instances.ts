import { ChangeDetectionStrategy, Component, computed, inject, signal } from '@angular/core';
import { Deployment, NodesApi, Remote, type RemoteUser } from '@gatehouse/ui-data';
import {
  Button,
  Card,
  Confirmation,
  Dialog,
  dotsIcon,
  Icon,
  Menu,
  MenuItem,
  MenuTrigger,
  Skeleton,
  Toasts,
} from '@gatehouse/ui-kit';
import { translations } from '../language/translations';
import { Action } from '../page-parts/action';
import { ProblemPanel } from '../page-parts/problem-panel';
import { ProblemTexts } from '../problems/problem-texts';
import { instancesTexts } from './instances.texts';

/** Another instance, with the user of it who is linked with the account of the reader. */
interface Instance {
  readonly node: string;
  readonly linked: RemoteUser | undefined;
}

interface Question {
  readonly kind: 'token' | 'cancel' | 'unlink';
  readonly instance: Instance;
}

/** The other instances as a user has to do with them: links of accounts, and tokens. */
@Component({
  selector: 'gh-instances',
  imports: [Button, Card, Confirmation, Dialog, Icon, Menu, MenuItem, MenuTrigger, ProblemPanel, Skeleton],
  changeDetection: ChangeDetectionStrategy.OnPush,
  templateUrl: './instances.html',
  styleUrl: '../page-parts/page.css',
  styles: `
    /* One button, beside the others of its row. */
    form {
      display: block;
      margin: 0;
    }
  `,
})
export class Instances {
  private readonly nodes = inject(NodesApi);
  private readonly toasts = inject(Toasts);
  private readonly problems = inject(ProblemTexts);
  private readonly apiRoot = inject(Deployment).apiRoot;
  protected readonly t = translations(instancesTexts);
  protected readonly more = dotsIcon;
  protected readonly action = new Action();
  protected readonly instances = new Remote(() => this.read());
  protected readonly openQuestion = signal<Question | undefined>(undefined);
  protected readonly issued = signal<{ readonly node: string; readonly text: string } | undefined>(undefined);

  protected readonly heading = computed(() => {
    const { kind, instance } = this.openQuestion() ?? {};
    const node = instance?.node ?? '';
    if (kind === 'token') return this.t('tokenAsk', { node });
    if (kind === 'cancel') return this.t('cancelTokenAsk', { node });
    return this.t('unlinkInstanceAsk', { node, name: instance?.linked?.remote_user_name ?? '' });
  });
  protected readonly answer = computed(() => {
    const kind = this.openQuestion()?.kind;
    return kind === 'token' ? this.t('token') : kind === 'cancel' ? this.t('cancelToken') : this.t('unlink');
  });
  protected readonly consequence = computed(() => {
    const kind = this.openQuestion()?.kind;
    if (kind === 'token') return this.t('tokenReplaces');
    return kind === 'cancel' ? this.t('cancelTokenLose') : this.t('unlinkInstanceLose');
  });
  protected readonly refusal = computed(() => {
    const problem = this.action.problem();
    return problem ? this.problems.of(problem) : '';
  });

  constructor() {
    void this.instances.load();
  }

  protected linkAddress(node: string): string {
    return `${this.apiRoot}network/nodes/${encodeURIComponent(node)}/link`;
  }

  protected ask(kind: Question['kind'], instance: Instance): void {
    this.action.reset();
    this.openQuestion.set({ kind, instance });
  }

  protected async confirmed({ kind, instance: { node, linked } }: Question): Promise<void> {
    let text = '';
    const done = await this.action.run(async () => {
      if (kind === 'token') text = await this.nodes.requestToken(node);
      else if (kind === 'cancel') await this.nodes.cancelToken(node);
      else if (linked) await this.nodes.deleteRemoteUser(linked);
    });
    if (!done) return;
    this.openQuestion.set(undefined);
    if (kind === 'token') {
      this.issued.set({ node, text });
      return;
    }
    this.toasts.show(this.t(kind === 'cancel' ? 'cancelled' : 'unlinked'));
    await this.instances.load();
  }

  private async read(): Promise<readonly Instance[]> {
    const [nodes, linked] = await Promise.all([this.nodes.list(), this.nodes.ownRemoteUsers()]);
    return nodes.map(({ name }) => ({
      node: name,
      linked: linked.find(({ node_name }) => node_name === name),
    }));
  }
}
