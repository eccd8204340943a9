export {
  type DatabaseAddress,
  MalformedDatabaseUrl,
  crossesNetwork,
  parseDatabaseUrl,
  placeOf,
} from './database-url';
