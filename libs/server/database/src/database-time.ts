import type { DataSource } from 'typeorm';

/** What the clock of the database says now. */
export async function databaseTime(dataSource: DataSource): Promise<Date> {
  const [row] = await dataSource.query<[{ time: Date }]>('SELECT clock_timestamp() AS time');
  return row.time;
}
