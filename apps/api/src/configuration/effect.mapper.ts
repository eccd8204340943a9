import type { EffectEntry, EffectRow, EffectSide } from '@gatehouse/access-engine';
import type { PlanEffect } from '@gatehouse/desired-state';
import {
  type ConfigurationEffectDto,
  type ConfigurationEffectEntryDto,
  type ConfigurationEffectRowDto,
  type ConfigurationEffectSideDto,
  MAX_LISTED_EFFECTS,
} from '@gatehouse/dto';

export function toEffect({
  revision,
  isComplete,
  gains,
  losses,
  reconfigured,
}: PlanEffect): ConfigurationEffectDto {
  return {
    revision,
    is_complete: isComplete,
    gains: toSide(gains),
    losses: toSide(losses),
    reconfigured_services: reconfigured.slice(0, MAX_LISTED_EFFECTS),
  };
}

function toSide({
  administrators,
  anonymous,
  users,
  decisions,
  rows,
  entries,
}: EffectSide): ConfigurationEffectSideDto {
  return {
    administrator_count: administrators.length,
    administrators: administrators.slice(0, MAX_LISTED_EFFECTS),
    anonymous,
    users,
    decisions,
    row_count: rows.length,
    summary: rows.slice(0, MAX_LISTED_EFFECTS).map(toRow),
    entries: entries.map(toEntry),
  };
}

function toRow({
  kind,
  principal,
  isEverybody,
  example,
  name,
  ...row
}: EffectRow): ConfigurationEffectRowDto {
  const { service, users, resources, decisions } = row;
  return {
    ...(kind === 'group' ? { group: principal } : { user: principal }),
    everybody: isEverybody,
    service,
    permission: name,
    users,
    resources,
    decisions,
    ...(example === undefined ? {} : { example }),
  };
}

function toEntry({ user, service, path, name, reach, group }: EffectEntry): ConfigurationEffectEntryDto {
  return {
    user,
    service,
    resource: path,
    permission: name,
    reach,
    ...(group === undefined ? {} : { group }),
  };
}
