/**
 * An environment without the variables that PostgreSQL's drivers read (PGPORT, PGOPTIONS, PGSSLMODE and others): they are meant for
 * a server of the user's own, and would replace what the URL of the embedded database leaves open.
 */
export function withoutPostgresVariables<Environment extends Readonly<Record<string, string | undefined>>>(
  environment: Environment,
): Environment {
  return Object.fromEntries(
    Object.entries(environment).filter(([name]) => !isPostgresVariable(name)),
  ) as Environment;
}

/** Removes them from the environment of this process, which has the embedded database and no other. */
export function dropPostgresVariables(): void {
  for (const name of Object.keys(process.env)) if (isPostgresVariable(name)) delete process.env[name];
}

function isPostgresVariable(name: string): boolean {
  return name.startsWith('PG');
}
