import { inject, Injectable } from '@angular/core';
import { Deployment } from './deployment';

/** Tells other tabs of the console that the user has signed in. Whoever listens asks the API who it is. */
@Injectable({ providedIn: 'root' })
export class SignInNews {
  private readonly name = `gatehouse sign-in ${inject(Deployment).apiRoot}`;

  announce(): void {
    const channel = this.open();
    channel?.postMessage('signed in');
    channel?.close();
  }

  /** Listens until the returned function is called. */
  follow(listener: () => void): () => void {
    const channel = this.open();
    if (channel) channel.onmessage = listener;
    return () => channel?.close();
  }

  private open(): BroadcastChannel | undefined {
    return typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(this.name);
  }
}
