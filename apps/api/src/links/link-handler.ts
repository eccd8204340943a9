import { DiscoveryService } from '@nestjs/core';
import type { LinkOperation, OneTimeLink } from '@gatehouse/directory';
import type { Caller } from '@gatehouse/http';
import type { Localized } from '@gatehouse/problems';

/**
 * Which requests use a link. A bare GET does not, because scanners and previews follow links. Reference:
 * registration-and-links#one-time-links.
 *
 * - `post`: POST only.
 * - `post_and_json_get`: also a GET that requests JSON explicitly.
 * - `any`: POST, GET and HEAD; for callbacks that programs receive.
 */
type LinkUse = 'post' | 'post_and_json_get' | 'any';

/** What the page of a link shows before it is used. */
export interface LinkView {
  readonly title: Localized;
  /** What will happen. */
  readonly explanation: Localized;
  /** Text of the button. */
  readonly button: Localized;
  /** What the link is about, e.g. the name of the user. Never what only the owner of the link may know. */
  readonly facts?: readonly { readonly label: Localized; readonly value: string }[];
  /** A longer text that is accepted by using the link, such as terms. */
  readonly terms?: string;
  /** Whether the page has a field for a new password. */
  readonly asksPassword?: boolean;
}

/** What the page shows after a link was used. */
export interface LinkOutcome {
  readonly title: Localized;
  readonly message: Localized;
  /** Whether the page offers a link to the sign-in form. */
  readonly offersSignIn?: boolean;
}

/** The request that uses a link. */
export interface LinkRequest {
  readonly caller: Caller;
  /** The new password, if the view has a field for it. */
  readonly password: string | undefined;
}

/** Changes data, inside the unit of work that deletes the link. When it throws, the link remains valid. */
export type LinkAction = () => Promise<LinkOutcome>;

/** What the links of one operation show and do. Providers of it are marked with {@link HandlesLinks}. */
export interface LinkHandler {
  /** Who may see and use the link: any holder of it, or administrators. */
  readonly access: 'public' | 'administrator';
  readonly use: LinkUse;
  view(link: OneTimeLink): LinkView | Promise<LinkView>;
  /** Runs before the unit of work, for checks and expensive work such as hashing. Throws problems, which keep the link. */
  prepare(link: OneTimeLink, request: LinkRequest): LinkAction | Promise<LinkAction>;
}

/** Marks a provider as the {@link LinkHandler} of an operation. */
export const HandlesLinks = DiscoveryService.createDecorator<LinkOperation>();
