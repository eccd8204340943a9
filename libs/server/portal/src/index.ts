export { Portal } from './portal';
export { portalAccessOf } from './portal-access';
export { MAX_PAGE_BYTES, PortalClient } from './portal-client';
