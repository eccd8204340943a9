import type { UnitOfWork } from '@gatehouse/database';

/** A request for a new password, as received: there may be no account of that login. */
export interface PasswordResetRequest {
  readonly id: string;
  readonly login: string;
}

/** Requests for new passwords that are waiting for their mail. Written without a revision. Reference: sessions#password-reset. */
export class PasswordResetRequests {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async add(login: string): Promise<void> {
    await this.unitOfWork.manager.query('INSERT INTO password_reset_requests (login) VALUES ($1)', [login]);
  }

  /** The oldest ones. */
  waiting(limit: number): Promise<PasswordResetRequest[]> {
    return this.unitOfWork.manager.query(
      'SELECT id, login FROM password_reset_requests ORDER BY id LIMIT $1',
      [limit],
    );
  }

  /** In the running unit of work, if there is one. False if another process was faster. */
  async remove({ id }: PasswordResetRequest): Promise<boolean> {
    const [, deleted] = await this.unitOfWork.manager.query<[unknown, number]>(
      'DELETE FROM password_reset_requests WHERE id = $1',
      [id],
    );
    return deleted === 1;
  }
}
