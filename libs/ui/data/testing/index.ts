export { aUser, anAdministrator, signedIn, someSettings } from './users';
export { RecordedLocation } from './recorded-location';
export { jsonResponse, type SentRequest, StubbedApi } from './stubbed-api';
