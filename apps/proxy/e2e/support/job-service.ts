import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { gzipSync } from 'node:zlib';
import { closeServer, listenOnLoopback } from '@gatehouse/testing';

/** A job as the service lists it, spelled out so that a number of more digits than JavaScript keeps is among them. */
const jobText = (id: string) => `{ "id": "${id}", "size": 12345678901234567890, "links": ["/jobs/${id}"] }`;

interface JobRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly rawHeaders: readonly string[];
  readonly body: string;
}

/** A real service on loopback that runs jobs: `POST /jobs` creates one, `GET /jobs` lists them, `GET /jobs/{id}` returns one. */
export interface JobService {
  readonly url: string;
  readonly received: JobRequest[];
  readonly jobs: string[];
  /** Name of the next job. */
  next: string;
  /** Answers instead of the service. */
  answer: ((request: JobRequest, response: ServerResponse) => void) | undefined;
  close(): Promise<void>;
}

export async function startJobService(): Promise<JobService> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers, rawHeaders } = request;
      const received = { method, url, headers, rawHeaders, body: Buffer.concat(chunks).toString() };
      service.received.push(received);
      if (service.answer) service.answer(received, response);
      else answer(service, received, response);
    });
  });
  const port = await listenOnLoopback(server);
  const service: JobService = {
    url: `http://127.0.0.1:${port}`,
    received: [],
    jobs: [],
    next: 'job-1',
    answer: undefined,
    close: () => closeServer(server),
  };
  return service;
}

function answer(service: JobService, { method, url, headers }: JobRequest, response: ServerResponse): void {
  const path = url.split('?', 1)[0];
  if (method === 'POST' && path === '/jobs') {
    service.jobs.push(service.next);
    send(response, 201, `{"jobID":"${service.next}","status":"accepted"}`, headers);
  } else if (path === '/jobs') {
    const list = service.jobs.map(jobText).join(', ');
    send(response, 200, `{ "total": ${service.jobs.length}, "jobs": [${list}], "next": null }`, headers, {
      ETag: '"all"',
      'Last-Modified': 'Mon, 05 Jan 2026 00:00:00 GMT',
      'Cache-Control': 'public, max-age=60',
    });
  } else {
    send(response, 200, `{"path":"${path}"}`, headers);
  }
}

function send(
  response: ServerResponse,
  status: number,
  text: string,
  requestHeaders: IncomingMessage['headers'],
  headers: Readonly<Record<string, string>> = {},
): void {
  const isCompressed = /\bgzip\b/.test(String(requestHeaders['accept-encoding'] ?? ''));
  const body = isCompressed ? gzipSync(text) : Buffer.from(text);
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': body.length,
    ...(isCompressed ? { 'Content-Encoding': 'gzip' } : {}),
    ...headers,
  });
  response.end(body);
}
