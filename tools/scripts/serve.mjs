// npm run serve: starts what is built, for an account that only runs it. Installs, builds and writes nothing in the checkout.
import { isSupportedNode } from './supported-node.mjs';

if (isSupportedNode()) import('./launch.mjs').then(({ serveBuild }) => serveBuild());
