export { generatedPart, markdownTable } from './generated-part';
export { spellingsOf } from './spellings';
export { renderObject } from './object-rendering';
export { FullDisk } from './full-disk';
export { OwnServer } from './own-server';
export { type PoolMode, Pooler } from './pooler';
export { makeLocales } from './system-locales';
export { SmallDisk } from './small-disk';
export {
  type TestDatabase,
  copyOf,
  createDatabaseFrom,
  createDatabaseIn,
  createEmptyDatabase,
  createTestDatabase,
} from './test-database';
export { RecordedStatements } from './recorded-statements';
export { HangingConnections } from './hanging-connections';
export { KeptConnection } from './kept-connection';
export { ConnectProxy } from './connect-proxy';
export { freePort } from './free-port';
export { ServerProgram } from './server-program';
export { type Certificate, selfSigned } from './certificate';
export { closeServer, listenOnLoopback } from './loopback-server';
export { Phoenix } from './phoenix';
export { MailServer, type MailServerOptions, type ReceivedMail } from './mail-server';
export { type Statements, alterHistory, withAlteredHistory } from './altered-history';
export { OpenIdProvider } from './identity-provider/open-id-provider';
export { TestBrowser } from './identity-provider/test-browser';
export { HostileIssuer, accessTokenHash, newIssuerKey } from './identity-provider/hostile-issuer';
export { PresetProvider, TOKEN_PRESETS, type TokenPreset } from './identity-provider/preset-provider';
export { OpenId2Server } from './identity-provider/openid2-server';
export { type Cut, DatabaseRelay } from './database-relay';
