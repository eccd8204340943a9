import { Reply } from '@gatehouse/http';
import type { ProviderHandOver } from './sign-in.service';

/** Redirects the browser to the provider. */
export function handedOver({ location, cookie }: ProviderHandOver): Reply {
  const cookies = cookie === undefined ? [] : [['Set-Cookie', cookie] as const];
  return new Reply(undefined, [['Location', location], ...cookies], 302, 'Continue with the provider.');
}
