import type { Deployment } from './attempt';

/** Where features are compared: on one origin it matters whether a service is public. */
export type Place = Deployment | 'one-origin-public';

export const PLACES: Readonly<Record<Place, string>> = {
  'two-ports': 'Two ports',
  'two-names': 'Two names',
  'one-origin': 'One origin, for signed-in users',
  'one-origin-public': 'One origin, public service',
  'trusted-pages': 'One origin, `pages: trusted`',
};

export interface Feature {
  /** Name of the check in `isolation/pages/viewer/index.html`, or of a method of `ServicePages`. */
  readonly id: string;
  /** Subject of the sentences about it. */
  readonly subject: string;
  /** Where it does not work. */
  readonly missing: readonly Place[];
}

/** What a sandboxed page lacks because its requests carry no session. */
const SIGNED_IN: readonly Place[] = ['one-origin'];
/** What no page of an opaque origin can use. */
const SANDBOXED: readonly Place[] = ['one-origin', 'one-origin-public'];

export const FEATURES: readonly Feature[] = [
  { id: 'link', subject: 'a link to another page of the service', missing: [] },
  { id: 'download', subject: 'a download by a link', missing: [] },
  { id: 'pdf', subject: 'a PDF document', missing: [] },
  { id: 'popup', subject: 'a new window', missing: [] },
  { id: 'image', subject: 'an image of the service', missing: SIGNED_IN },
  { id: 'style', subject: 'a style sheet of the service', missing: SIGNED_IN },
  { id: 'script', subject: 'a script of the service', missing: SIGNED_IN },
  { id: 'frame', subject: 'a frame with a page of the service', missing: SIGNED_IN },
  { id: 'form', subject: 'a form to the service', missing: SIGNED_IN },
  { id: 'module', subject: 'a script module of the service', missing: SANDBOXED },
  { id: 'font', subject: 'a font of the service', missing: SANDBOXED },
  { id: 'fetch', subject: 'a request by `fetch` or `XMLHttpRequest`', missing: SANDBOXED },
  { id: 'event-source', subject: 'a stream of events', missing: SANDBOXED },
  { id: 'web-socket', subject: 'a WebSocket', missing: SIGNED_IN },
  { id: 'frame-content', subject: 'a script that reads the frames of its page', missing: SANDBOXED },
  { id: 'cookies', subject: 'a cookie of the page', missing: SANDBOXED },
  { id: 'storage', subject: 'storage in the browser (`localStorage`, IndexedDB)', missing: SANDBOXED },
  { id: 'worker', subject: 'a worker of the service', missing: SANDBOXED },
  { id: 'service-worker', subject: 'a service worker for the service', missing: SANDBOXED },
];

/** The sentence about a feature in a place. */
export function featureSentence({ subject, missing }: Feature, place: Place): string {
  return `${subject} ${missing.includes(place) ? 'does not work' : 'works'}`;
}
