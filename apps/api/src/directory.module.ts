import { type FactoryProvider, Global, Module, type Type } from '@nestjs/common';
import { UnitOfWork } from '@gatehouse/database';
import {
  AccountRecovery,
  Accounts,
  BranchPermissions,
  DefaultIdentities,
  type Directory,
  DirectorySearch,
  DiscoverableGroups,
  GroupRules,
  GroupTerms,
  Groups,
  Memberships,
  NetworkPrincipals,
  type NoticePorts,
  OneTimeLinks,
  PendingUsers,
  PermissionChanges,
  PermissionUndo,
  Permissions,
  Resources,
  Services,
  type TermsPorts,
  UserRules,
  Users,
  createDirectory,
} from '@gatehouse/directory';
import { SETTINGS, provide, provideBy, tokenOf } from '@gatehouse/http';
import { PasswordWork, Passwords, SessionStore } from '@gatehouse/identity';
import { MailQueue } from '@gatehouse/mail';
import { createNetworkTokens } from '@gatehouse/network';
import { QueuedAccountMails } from './account-security/queued-account-mails';
import { Outbox } from '@gatehouse/outbox';
import { QueuedTermsMails } from './groups/queued-terms-mails';
import { WebhookEvents } from '@gatehouse/webhooks';

const DIRECTORY = tokenOf<Directory>('directory');
const NOTICES = tokenOf<NoticePorts>('notices');
const TERMS = tokenOf<TermsPorts>('terms');

const parts = [
  part(Users, ({ users }) => users),
  part(UserRules, ({ users }) => users.rules),
  part(AccountRecovery, ({ accountRecovery }) => accountRecovery),
  part(Accounts, ({ accounts }) => accounts),
  part(PendingUsers, ({ pendingUsers }) => pendingUsers),
  part(Groups, ({ groups }) => groups),
  part(GroupRules, ({ groups }) => groups.rules),
  part(GroupTerms, ({ groupTerms }) => groupTerms),
  part(Memberships, ({ memberships }) => memberships),
  part(DiscoverableGroups, ({ discoverableGroups }) => discoverableGroups),
  part(NetworkPrincipals, ({ networkPrincipals }) => networkPrincipals),
  part(DefaultIdentities, ({ defaultIdentities }) => defaultIdentities),
  part(Services, ({ services }) => services),
  part(Resources, ({ resources }) => resources),
  part(Permissions, ({ permissions }) => permissions),
  part(BranchPermissions, ({ branchPermissions }) => branchPermissions),
  part(DirectorySearch, ({ search }) => search),
  part(PermissionChanges, ({ permissionChanges }) => permissionChanges),
  part(PermissionUndo, ({ permissionUndo }) => permissionUndo),
];

/** Provides each part of the directory under its class. The library itself does not depend on Nest. */
@Global()
@Module({
  providers: [
    provide(PasswordWork, Passwords, SETTINGS),
    provide(QueuedAccountMails, MailQueue, SETTINGS),
    provide(QueuedTermsMails, MailQueue, Outbox, SETTINGS),
    provideBy(NOTICES, { links: OneTimeLinks, mails: QueuedAccountMails }, (ports) => ports),
    provideBy(TERMS, { links: OneTimeLinks, mails: QueuedTermsMails }, (ports) => ports),
    provideBy(
      DIRECTORY,
      {
        unitOfWork: UnitOfWork,
        settings: SETTINGS,
        passwords: PasswordWork,
        sessions: SessionStore,
        notices: NOTICES,
        terms: TERMS,
        events: WebhookEvents,
      },
      // Stored tokens are revoked also while network mode is off: it may be switched on again.
      (parts) => createDirectory({ ...parts, tokens: createNetworkTokens(parts) }),
    ),
    ...parts,
  ],
  exports: [PasswordWork, QueuedAccountMails, ...parts.map(({ provide }) => provide)],
})
export class DirectoryModule {}

function part<T>(target: Type<T>, pick: (directory: Directory) => NoInfer<T>): FactoryProvider<T> {
  return provideBy(target, { directory: DIRECTORY }, ({ directory }) => pick(directory));
}
