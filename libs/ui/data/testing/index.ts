export { aUser, anAdministrator, signedIn, someSettings } from './users';
export { RecordedLocation } from './recorded-location';
export { jsonResponse, StubbedApi } from './stubbed-api';
