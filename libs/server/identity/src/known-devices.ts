import { type Due, type UnitOfWork, removeDue } from '@gatehouse/database';

/** A device as identified at a sign-in: its network and its user agent. */
export interface DeviceTrace {
  /** Network of the client (`networkOf`). */
  readonly network: string;
  /** Names of program and operating system; empty if unknown. */
  readonly kind: string;
}

/** Days after which a device that was not used is forgotten. */
const FORGOTTEN_AFTER_DAYS = 180;

/** Devices from which users have signed in. No decision depends on them. Reference: sessions#new-devices. */
export class KnownDevices {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /**
   * Records a sign-in, inside a unit of work. `new` if the user has signed in from other devices only, `first` if from none:
   * a new account, or one that is older than this record.
   */
  async note(userId: number, { network, kind }: DeviceTrace): Promise<'known' | 'new' | 'first'> {
    const [row] = await this.unitOfWork.manager.query<{ is_known: boolean; has_others: boolean }[]>(
      `WITH noted AS (
         INSERT INTO user_devices (user_id, network, browser) VALUES ($1, $2, $3)
         ON CONFLICT (user_id, network, browser) DO UPDATE SET last_at = now())
       SELECT EXISTS (SELECT 1 FROM user_devices WHERE user_id = $1 AND network = $2 AND browser = $3) AS is_known,
              EXISTS (SELECT 1 FROM user_devices WHERE user_id = $1) AS has_others`,
      [userId, network, kind],
    );
    if (row?.is_known) return 'known';
    return row?.has_others ? 'new' : 'first';
  }

  /** Devices from which nobody has signed in for long. */
  readonly due = {
    table: 'user_devices',
    column: 'last_at',
    before: 'now() - make_interval(days => $1)',
    parameters: [FORGOTTEN_AFTER_DAYS],
  } as const satisfies Due;

  /** Removes what is {@link due}. */
  removeUnused(): Promise<void> {
    return removeDue(this.unitOfWork.manager, this.due);
  }
}
