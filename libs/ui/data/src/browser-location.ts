import { DOCUMENT, inject, Injectable } from '@angular/core';

/** The address bar: leaves the page or reloads it, which drops all its data. */
@Injectable({ providedIn: 'root' })
export class BrowserLocation {
  private readonly document = inject(DOCUMENT);
  private readonly location = this.document.location;

  /** Path, query and fragment of the page that is shown. */
  get current(): string {
    return this.location.pathname + this.location.search + this.location.hash;
  }

  /** The last segment of the path, decoded; empty when it cannot be. */
  get lastSegment(): string {
    return decodedSegment(this.location.pathname);
  }

  /** Name of the host that served the page, without the port. */
  get host(): string {
    return this.location.hostname;
  }

  /** Whether the browser keeps cookies with `Secure` here: over https, and on this machine. */
  get isSecure(): boolean {
    return this.document.defaultView?.isSecureContext !== false;
  }

  /** One value of the query, or null when it is not there. */
  query(name: string): string | null {
    return new URLSearchParams(this.location.search).get(name);
  }

  open(address: string): void {
    this.location.assign(address);
  }

  /** Like `open`, but the current page is removed from the history. */
  replace(address: string): void {
    this.location.replace(address);
  }

  reload(): void {
    this.location.reload();
  }
}

/** The last segment of a path, decoded; empty when it cannot be. */
export function decodedSegment(path: string): string {
  try {
    return decodeURIComponent(path.replace(/\/$/, '').split('/').at(-1) ?? '');
  } catch {
    return '';
  }
}
