import { AppliedSetting, type UnitOfWork } from '@gatehouse/database';

/** The SQL of the table `applied_settings`: values of settings that the data was last brought in line with, as hashes. */
export class AppliedSettingRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** The hash of the value that was applied last; undefined if none was. */
  async fingerprintOf(name: string): Promise<string | undefined> {
    const applied = await this.unitOfWork.manager.findOneBy(AppliedSetting, { name });
    return applied?.fingerprint;
  }

  /** Inside a unit of work. */
  async record(name: string, fingerprint: string): Promise<void> {
    await this.unitOfWork.manager.upsert(AppliedSetting, { name, fingerprint }, ['name']);
  }
}
