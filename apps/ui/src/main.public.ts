import { deploymentPaths } from '@gatehouse/ui-data/deployment';
import { publicPageAt } from './app/shell/public-pages';
// In one file with the framework, which all pages share.
import './app/public/public.entry';

// The build of the public pages begins here. In what is served, each page names its own file instead (`assemble-console.mjs`).
void publicPageAt(location.pathname, deploymentPaths(document.baseURI))?.();
