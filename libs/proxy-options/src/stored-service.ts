import {
  type ConfigurationProblem,
  type PatternEngine,
  configurationObstacles,
  serviceTypeOf,
} from '@gatehouse/service-types';
import { storedHooks } from './service-options';

/** The stored data of a service, except its tree and permission assignments. */
export interface StoredService {
  /** The name of its type. */
  readonly type: string;
  readonly configuration: unknown;
  /** The proxy options. */
  readonly proxy: unknown;
}

/**
 * Problems of the stored data of a service that prevent its requests from being decided or forwarded, with paths such as
 * `configuration.file_patterns.0` and `proxy.hooks.1.when.path`: earlier versions accepted patterns that the engine cannot
 * compile, and other programs may have written rows. Requests for such a service are refused until it is changed.
 */
export function storedServiceProblems(
  { type, configuration, proxy }: StoredService,
  patterns: PatternEngine,
): readonly ConfigurationProblem[] {
  const serviceType = serviceTypeOf(type);
  return [
    ...below(
      'configuration',
      serviceType ? configurationObstacles(serviceType, configuration, patterns) : [],
    ),
    ...below('proxy', storedHooks(proxy, patterns).problems),
  ];
}

function below(field: string, problems: readonly ConfigurationProblem[]): readonly ConfigurationProblem[] {
  return problems.map(({ path, expected }) => ({ path: path === '' ? field : `${field}.${path}`, expected }));
}
