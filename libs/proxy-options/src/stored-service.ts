import {
  type ConfigurationProblem,
  type PatternEngine,
  configurationObstacles,
  serviceTypeOf,
} from '@gatehouse/service-types';
import { storedHooks } from './service-options';

/** What is stored of a service beside its tree and rules. */
export interface StoredService {
  /** The name of its type. */
  readonly type: string;
  readonly configuration: unknown;
  /** The options of how its requests are treated. */
  readonly proxy: unknown;
}

/**
 * What is stored of a service and keeps its requests from being decided or forwarded, with places such as
 * `configuration.file_patterns.0` and `proxy.hooks.1.when.path`: earlier versions accepted patterns that the engine cannot
 * compile, and rows may be written by others. Requests for such a service are refused until it is changed.
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
