import { MAX_CONFIGURATION_FILES } from '@gatehouse/dto';
import type { TextFile } from '@gatehouse/desired-state';
import { problem } from '@gatehouse/problems';

/** The files of a body. Throws `configuration_files_invalid`. */
export function sentFiles(value: unknown): TextFile[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > MAX_CONFIGURATION_FILES) throw invalid();
  return value.map((file: unknown) => {
    if (typeof file !== 'object' || file === null) throw invalid();
    const { name, content } = file as Readonly<Record<string, unknown>>;
    if (typeof name !== 'string' || typeof content !== 'string') throw invalid();
    return { name: name.slice(0, 1_000), text: content };
  });
}

function invalid() {
  const maximum = MAX_CONFIGURATION_FILES;
  return problem(
    'configuration_files_invalid',
    { maximum },
    { param: { name: 'files', value: null, compare: 'Type[list]', conditions: { is_type: false } } },
  );
}
