import type { UnreadableRequest, WrittenAnswer } from '@gatehouse/wire';
import type { Answers } from './answer';
import type { Cors } from './enforcement/cors';
import type { Judgement } from './enforcement/judge';
import { failed } from './enforcement/refusal';
import type { Metrics } from './operations/metrics';
import type { RequestLog } from './operations/request-log';
import { type Visit, pathOf } from './visit';

/** Methods that are forwarded. */
export const FORWARDED = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';
/** Types whose clients read OGC exception reports. */
const OWS = /^(?:geoserver|ncwms|wfs|wms|wps)/;
/** All but visible ASCII, and what separates the fields of a header. */
const UNSAFE = /[^!-~]|[,;=]/gu;

/** Refuses requests: to their clients in the form that they understand, in the log, and in the metrics. */
export class Refuser {
  constructor(
    private readonly basePath: string,
    private readonly answers: Answers,
    private readonly cors: Cors,
    private readonly log: RequestLog,
    private readonly metrics: Metrics,
  ) {}

  refuse(visit: Visit, judgement: Judgement): void {
    this.metrics.refused(visit.route.kind, (judgement.refusal ?? failed).reason);
    this.record(visit, judgement);
  }

  /** The same for what was let through before. */
  withdraw(visit: Visit, judgement: Judgement): void {
    this.metrics.withdrawn(visit.route.kind, (judgement.refusal ?? failed).reason);
    this.record(visit, judgement);
  }

  /** Answers without a line in the log, for what is written there already. */
  answer(visit: Visit, judgement: Judgement): void {
    const { request, response, route } = visit;
    const { refusal = failed, service } = judgement;
    if (response.headersSent || response.destroyed) return;
    const decision = decisionHeader(judgement);
    if (route.kind === 'verify' || (route.kind === 'malformed' && route.below === 'verify')) {
      this.answers.verdict(request, response, refusal, decision);
      return;
    }
    this.answers.refuse(request, response, refusal, {
      routeName:
        route.kind === 'proxy'
          ? `${this.basePath}/proxy/{service_name}${route.rest === '' ? '' : '/{extra_path}'}`
          : pathOf(request),
      isOws: OWS.test(service?.type ?? ''),
      asked: askedOf(visit),
      headers: { ...decision, ...(route.kind === 'proxy' ? this.cors.headersFor(request) : {}) },
    });
  }

  /** Refuses what is not a request that could be judged; the caller sends what is given back. */
  unreadable(request: UnreadableRequest): WrittenAnswer {
    this.metrics.refused('malformed', request.reason);
    this.log.unreadable(request);
    return this.answers.unreadable(request, request.status === 405 ? { Allow: FORWARDED } : {});
  }

  fail(visit: Visit, error: unknown): void {
    this.metrics.refused(visit.route.kind, failed.reason);
    this.log.failed(visit, error);
    this.answer(visit, { refusal: failed });
  }

  private record(visit: Visit, judgement: Judgement): void {
    this.log.refused(visit, judgement);
    this.answer(visit, judgement);
  }
}

/**
 * What was looked for and why it was not found, for whoever is signed in: it may ask the API the same. Others are told
 * nothing of rules and resources. Spec: product 2.1.
 */
function decisionHeader({ identity, permission, reason }: Judgement): Readonly<Record<string, string>> {
  if (identity?.kind !== 'session' || reason === undefined) return {};
  const fields = [
    ...(permission === undefined ? [] : [`permission=${permission}`]),
    `reason=${escaped(reason)}`,
  ];
  return { 'X-Gatehouse-Decision': fields.join('; ') };
}

/** Names of groups may hold anything. */
function escaped(text: string): string {
  return text.replace(UNSAFE, encodeURIComponent);
}

/** The request that a front end asks about, as far as it has said. */
function askedOf({ request, route }: Visit): { method: string; target: string } | undefined {
  const { method = '', headers } = request;
  if (route.kind === 'verify-envoy') return { method, target: route.target };
  if (route.kind !== 'verify-traefik') return undefined;
  const [target, declared] = [headers['x-forwarded-uri'], headers['x-forwarded-method']];
  return typeof target === 'string' && typeof declared === 'string'
    ? { method: declared, target }
    : undefined;
}
