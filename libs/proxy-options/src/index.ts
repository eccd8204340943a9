export * from './header-policy';
export * from './hook';
export * from './hook-match';
export * from './request-header-policy';
export * from './response-header-policy';
export * from './service-options';
export * from './stored-service';
export * from './template';
