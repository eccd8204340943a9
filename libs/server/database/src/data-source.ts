import { DataSource } from 'typeorm';
import { boundedDriver, poolOptions } from './bounded-connections';
import { connectionOptions } from './connection-options';
import { ApiToken, ApiTokenReminder, ApiTokenUse } from './entities/api-token';
import { AppliedConfiguration } from './entities/applied-configuration';
import {
  ConfigurationSet,
  ConfiguredAssignment,
  ConfiguredMembership,
  ConfiguredObject,
} from './entities/file-set';
import {
  ImportRow,
  ImportSource,
  ImportedAssignment,
  ImportedMembership,
  ImportedObject,
} from './entities/import';
import { CountedRequest } from './entities/counted-request';
import { Group, Membership } from './entities/group';
import { GroupTermsVersion, TermsAcceptance } from './entities/group-terms';
import {
  NetworkLinkAttempt,
  NetworkMessageId,
  NetworkNode,
  NetworkNodeState,
  NetworkToken,
  RemoteUser,
} from './entities/network';
import {
  ClaimedMembership,
  ExternalIdentity,
  IdentityProviderRow,
  IdentityProviderSecret,
} from './entities/identity-provider';
import { OneTimeLinkRow } from './entities/one-time-link';
import { PendingDeletion } from './entities/pending-deletion';
import { PendingUser } from './entities/pending-user';
import { GroupPermission, UserPermission } from './entities/permission';
import { OutboxMessage, ScheduledJobRow } from './entities/outbox-message';
import { Resource, ServiceRow } from './entities/resource';
import { RowRemovalCount } from './entities/row-removal-count';
import { Session, SessionCutoff, SessionToken } from './entities/session';
import { AppliedSetting, SignInAddress, SignInFailure } from './entities/sign-in';
import {
  RemoteResource,
  ServiceMirror,
  SynchronizationCredentials,
  SynchronizationDifference,
  SynchronizationRow,
  SynchronizedResource,
} from './entities/synchronization';
import { User } from './entities/user';
import { Webhook, WebhookDelivery, WebhookState } from './entities/webhook';
import { OWN_TABLE } from './schema/migration-table';
import type { SessionKind, SessionUse } from './sessions/prepare-session';
import { AccountsAndAccess1795219200000 } from './migrations/1795219200000-accounts-and-access';
import { ProxyOptions1795262400000 } from './migrations/1795262400000-proxy-options';
import { ClientNetworks1795309200000 } from './migrations/1795309200000-client-networks';
import { RegistrationsAndLinks1795356000000 } from './migrations/1795356000000-registrations-and-links';
import { GroupTerms1795359600000 } from './migrations/1795359600000-group-terms';
import { Outbox1795352400000 } from './migrations/1795352400000-outbox';
import { Webhooks1795363200000 } from './migrations/1795363200000-webhooks';
import { AccountSecurity1795366800000 } from './migrations/1795366800000-account-security';
import { Network1795370400000 } from './migrations/1795370400000-network';
import { IdentityProviders1795374000000 } from './migrations/1795374000000-identity-providers';
import { Audit1795377600000 } from './migrations/1795377600000-audit';
import { SearchIndexes1795381200000 } from './migrations/1795381200000-search-indexes';
import { OutboxTargets1795384800000 } from './migrations/1795384800000-outbox-targets';
import { InteractiveSignIns1795388400000 } from './migrations/1795388400000-interactive-sign-ins';
import { RemoteUserSubjects1795392000000 } from './migrations/1795392000000-remote-user-subjects';
import { ProviderTokens1795395600000 } from './migrations/1795395600000-provider-tokens';
import { AuditAnchors1795399200000 } from './migrations/1795399200000-audit-anchors';
import { NamesWithoutLanguage1795402800000 } from './migrations/1795402800000-names-without-language';
import { RemovalIndexes1795406400000 } from './migrations/1795406400000-removal-indexes';
import { AuditKindIndexes1795410000000 } from './migrations/1795410000000-audit-kind-indexes';
import { StatementIndexes1795413600000 } from './migrations/1795413600000-statement-indexes';
import { LargeDeletions1795420000000 } from './migrations/1795420000000-large-deletions';
import { DeletionIndexes1795423600000 } from './migrations/1795423600000-deletion-indexes';
import { RevisionsOnDisk1795430000000 } from './migrations/1795430000000-revisions-on-disk';
import { SchemaStatement1795431000000 } from './migrations/1795431000000-schema-statement';
import { DeletionProgress1795434000000 } from './migrations/1795434000000-deletion-progress';
import { DeletionLookups1795434600000 } from './migrations/1795434600000-deletion-lookups';
import { DeletionsOfObjects1795440000000 } from './migrations/1795440000000-deletions-of-objects';
import { NotedByStatement1795440600000 } from './migrations/1795440600000-noted-by-statement';
import { ApiTokens1795448000000 } from './migrations/1795448000000-api-tokens';
import { ServiceAccounts1795451000000 } from './migrations/1795451000000-service-accounts';
import { TokenReminders1795452000000 } from './migrations/1795452000000-token-reminders';
import { Synchronization1795470000000 } from './migrations/1795470000000-synchronization';
import { AppliedConfigurations1795775000000 } from './migrations/1795775000000-applied-configurations';
import { CredentialsOfServices1795776300000 } from './migrations/1795776300000-credentials-of-services';
import { ConfigurationSets1795780000000 } from './migrations/1795780000000-configuration-sets';
import { ChangesByPath1795840000000 } from './migrations/1795840000000-changes-by-path';
import { Imports1795851000000 } from './migrations/1795851000000-imports';
import { RecordedByStatement1795861000000 } from './migrations/1795861000000-recorded-by-statement';
import { UnfinishedApplications1795880000000 } from './migrations/1795880000000-unfinished-applications';
import { UpsertsByStatement1795871000000 } from './migrations/1795871000000-upserts-by-statement';

/** Append-only: a migration that was released is never changed. The last one is `db_version`. */
const migrations = [
  AccountsAndAccess1795219200000,
  ProxyOptions1795262400000,
  ClientNetworks1795309200000,
  Outbox1795352400000,
  RegistrationsAndLinks1795356000000,
  GroupTerms1795359600000,
  Webhooks1795363200000,
  AccountSecurity1795366800000,
  Network1795370400000,
  IdentityProviders1795374000000,
  Audit1795377600000,
  SearchIndexes1795381200000,
  OutboxTargets1795384800000,
  InteractiveSignIns1795388400000,
  RemoteUserSubjects1795392000000,
  ProviderTokens1795395600000,
  AuditAnchors1795399200000,
  NamesWithoutLanguage1795402800000,
  RemovalIndexes1795406400000,
  AuditKindIndexes1795410000000,
  StatementIndexes1795413600000,
  LargeDeletions1795420000000,
  DeletionIndexes1795423600000,
  RevisionsOnDisk1795430000000,
  SchemaStatement1795431000000,
  DeletionProgress1795434000000,
  DeletionLookups1795434600000,
  DeletionsOfObjects1795440000000,
  NotedByStatement1795440600000,
  ApiTokens1795448000000,
  ServiceAccounts1795451000000,
  TokenReminders1795452000000,
  Synchronization1795470000000,
  AppliedConfigurations1795775000000,
  CredentialsOfServices1795776300000,
  ConfigurationSets1795780000000,
  ChangesByPath1795840000000,
  Imports1795851000000,
  RecordedByStatement1795861000000,
  UpsertsByStatement1795871000000,
  UnfinishedApplications1795880000000,
];

const entities = [
  User,
  Group,
  Membership,
  GroupTermsVersion,
  TermsAcceptance,
  Resource,
  ServiceRow,
  UserPermission,
  GroupPermission,
  Session,
  SessionToken,
  SessionCutoff,
  ApiToken,
  ApiTokenUse,
  ApiTokenReminder,
  PendingDeletion,
  RowRemovalCount,
  SignInFailure,
  SignInAddress,
  AppliedSetting,
  AppliedConfiguration,
  ImportSource,
  ImportRow,
  ImportedObject,
  ImportedAssignment,
  ImportedMembership,
  ConfigurationSet,
  ConfiguredObject,
  ConfiguredAssignment,
  ConfiguredMembership,
  PendingUser,
  OneTimeLinkRow,
  CountedRequest,
  OutboxMessage,
  ScheduledJobRow,
  Webhook,
  WebhookState,
  WebhookDelivery,
  NetworkNode,
  NetworkNodeState,
  RemoteUser,
  NetworkToken,
  NetworkMessageId,
  NetworkLinkAttempt,
  IdentityProviderRow,
  IdentityProviderSecret,
  ExternalIdentity,
  ClaimedMembership,
  SynchronizationRow,
  ServiceMirror,
  RemoteResource,
  SynchronizationDifference,
  SynchronizedResource,
  SynchronizationCredentials,
];

export interface DatabaseOptions {
  /** `postgresql://…`; a unix socket is written as `postgresql://user:password@/name?host=/folder`. */
  readonly url: string;
  /** `shared` where the URL may be that of a pooler that lends sessions for one transaction; by default `own`. */
  readonly sessions?: SessionKind;
  /** `reads` for programs that never write, and may do so at a standby; by default `writes`. */
  readonly use?: SessionUse;
  /** Name of the connections at the server, unless the URL states one. */
  readonly applicationName?: string;
  /** Maximum number of connections of the pool. */
  readonly poolSize?: number;
  /** Whether connections that are not used stay open, because their sessions have something to keep; by default not. */
  readonly keepsConnections?: boolean;
  /** Milliseconds for which a caller waits for a connection. */
  readonly connectMillis?: number;
  /** Milliseconds within which a statement is answered where `withinTime` sets no limit; 0, the default, for no limit. */
  readonly statementMillis?: number;
}

/** A TypeORM data source of the product's schema; not yet connected. */
export function createDataSource({
  url,
  sessions = 'own',
  use = 'writes',
  applicationName,
  poolSize = 20,
  keepsConnections = false,
  connectMillis = 10_000,
  statementMillis = 0,
}: DatabaseOptions): DataSource {
  return new DataSource({
    type: 'postgres',
    driver: boundedDriver,
    extra: {
      ...(applicationName === undefined ? {} : { application_name: applicationName }),
      ...connectionOptions(url),
      max: poolSize,
      ...(keepsConnections ? { idleTimeoutMillis: 0 } : {}),
      ...poolOptions({ connectMillis, statementMillis }, sessions, use),
    },
    // Another client of a pooler may have changed the default of the session; transactions do not rely on it.
    ...(sessions === 'shared' ? { isolationLevel: 'READ COMMITTED' as const } : {}),
    // gen_random_uuid() is part of PostgreSQL: no extension, and no right to make one, is needed.
    installExtensions: false,
    entities,
    migrations,
    migrationsTableName: OWN_TABLE,
    migrationsTransactionMode: 'each',
  });
}
