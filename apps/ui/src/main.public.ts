import { deploymentPaths } from '@gatehouse/ui-data';
import { publicPageAt } from './app/public/public-pages';
// Together with the framework, which all pages share, comes what most of them show: one file fewer for each.
import './app/problems/problem.messages';
import './app/public/public-frame';
import './app/public/public.entry';

// The build of the public pages begins here. In what is served, each page names its own file instead (`assemble-console.mjs`).
void publicPageAt(location.pathname, deploymentPaths(document.baseURI))?.();
