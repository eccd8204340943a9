// npm start: installs, builds and starts this checkout. Where this account may not write to it, starts what is built.
import { isSupportedNode } from './supported-node.mjs';

if (isSupportedNode()) import('./launch.mjs').then(({ startCheckout }) => startCheckout());
