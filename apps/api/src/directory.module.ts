import { type FactoryProvider, Global, Module, type Type } from '@nestjs/common';
import { UnitOfWork } from '@gatehouse/database';
import { ObjectOwners } from '@gatehouse/desired-state';
import {
  AccountContacts,
  AccountRecovery,
  Accounts,
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
  type TokenRevoker,
  UserRules,
  Users,
  createDirectory,
  keptTokensInvalid,
} from '@gatehouse/directory';
import { SETTINGS, provide, provideBy, tokenOf } from '@gatehouse/http';
import { ApiTokenStore, PasswordWork, Passwords, SessionStore } from '@gatehouse/identity';
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
  part(AccountContacts, ({ accountContacts }) => accountContacts),
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
        apiTokens: ApiTokenStore,
        notices: NOTICES,
        terms: TERMS,
        events: WebhookEvents,
      },
      ({ apiTokens, ...parts }) =>
        createDirectory({ ...parts, tokens: allTokens(apiTokens, createNetworkTokens(parts)) }),
    ),
    ...parts,
    provide(ObjectOwners, UnitOfWork),
  ],
  exports: [ObjectOwners, PasswordWork, QueuedAccountMails, ...parts.map(({ provide }) => provide)],
})
export class DirectoryModule {}

/** Those of nodes are revoked also while network mode is off: it may be switched on again. */
function allTokens(
  apiTokens: ApiTokenStore,
  ofNodes: { revokeAllOf(userId: number): Promise<void> },
): TokenRevoker {
  return {
    revokeAllOf: async (userId, keptIds) => {
      const kept = await apiTokens.namesOf(userId, keptIds);
      const missing = keptIds.find((id) => !kept.has(id));
      if (missing !== undefined) throw keptTokensInvalid(missing);
      await apiTokens.deleteAllOf(userId, keptIds);
      await ofNodes.revokeAllOf(userId);
      return [...kept.values()];
    },
  };
}

function part<T>(target: Type<T>, pick: (directory: Directory) => NoInfer<T>): FactoryProvider<T> {
  return provideBy(target, { directory: DIRECTORY }, ({ directory }) => pick(directory));
}
