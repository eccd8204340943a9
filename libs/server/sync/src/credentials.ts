import type { UnitOfWork } from '@gatehouse/database';
import type { ProtectedService, Services } from '@gatehouse/directory';
import { sealText, unsealText } from '@gatehouse/identity';

/** With what a service is read: HTTP Basic, or a token of the Bearer scheme. */
export type Credentials =
  | { readonly kind: 'basic'; readonly userName: string; readonly password: string }
  | { readonly kind: 'bearer'; readonly token: string };

/**
 * The credentials of services for their synchronization, encrypted; nothing reads them but jobs. They are bound to the origin of the URL
 * for which they were set: who changes the URL cannot have them sent elsewhere.
 */
export class CredentialsStore {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly services: Services,
    private readonly key: Buffer,
  ) {}

  /** Throws `service_not_found` if it was deleted meanwhile. */
  async set(service: ProtectedService, credentials: Credentials): Promise<void> {
    const { origin } = new URL(service.url);
    const sealed = sealText(this.key, useOf(service.id, origin), JSON.stringify(credentials));
    await this.unitOfWork.run(async () => {
      await this.services.noteCredentials(service, true);
      await this.unitOfWork.manager.query(
        `INSERT INTO synchronization_credentials (service_id, origin, secret) VALUES ($1, $2, $3)
         ON CONFLICT (service_id) DO UPDATE SET origin = excluded.origin, secret = excluded.secret`,
        [service.id, origin, sealed],
      );
    });
  }

  /** Whether there were any. */
  async remove(service: ProtectedService): Promise<boolean> {
    // Without credentials there is nothing to record.
    if ((await this.originOf(service.id)) === undefined) return false;
    return this.unitOfWork.run(async () => {
      const [, count] = await this.unitOfWork.manager.query<[unknown[], number]>(
        'DELETE FROM synchronization_credentials WHERE service_id = $1',
        [service.id],
      );
      if (count > 0) await this.services.noteCredentials(service, false);
      return count > 0;
    });
  }

  /** The origin that receives them; undefined without credentials. */
  async originOf(serviceId: number): Promise<string | undefined> {
    const rows = await this.unitOfWork.manager.query<{ origin: string }[]>(
      'SELECT origin FROM synchronization_credentials WHERE service_id = $1',
      [serviceId],
    );
    return rows[0]?.origin;
  }

  /** The value of `Authorization`; undefined without credentials, or if they are of another origin or another `SVC_SECRET`. */
  async authorization(service: { readonly id: number; readonly url: string }): Promise<string | undefined> {
    const rows = await this.unitOfWork.manager.query<{ origin: string; secret: Buffer }[]>(
      'SELECT origin, secret FROM synchronization_credentials WHERE service_id = $1',
      [service.id],
    );
    const [row] = rows;
    if (row?.origin !== new URL(service.url).origin) return undefined;
    const text = unsealText(this.key, useOf(service.id, row.origin), row.secret);
    if (text === undefined) return undefined;
    const credentials = JSON.parse(text) as Credentials;
    return credentials.kind === 'bearer'
      ? `Bearer ${credentials.token}`
      : `Basic ${Buffer.from(`${credentials.userName}:${credentials.password}`).toString('base64')}`;
  }
}

function useOf(serviceId: number, origin: string): string {
  return `synchronization of service ${serviceId} at ${origin}`;
}
