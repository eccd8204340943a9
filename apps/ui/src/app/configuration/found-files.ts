/** A file that was chosen or dropped, with its path from the folder that was chosen. */
export interface FoundFile {
  readonly name: string;
  readonly file: File;
}

/** Entries of folders that are examined: somebody may drop the home folder. */
const MAX_EXAMINED = 20_000;

/** The files of a file picker, also of one for a folder. */
export function pickedFiles(list: FileList | null): FoundFile[] {
  return [...(list ?? [])]
    .map((file) => ({ name: file.webkitRelativePath || file.name, file }))
    .filter(({ name }) => !isHidden(name));
}

/**
 * The files of what was dropped, with those inside folders. It must be called while the event is handled: what was dropped is
 * gone afterwards.
 */
export async function droppedFiles(items: DataTransferItemList): Promise<FoundFile[]> {
  const waiting = [...items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  const found: FoundFile[] = [];
  for (let examined = 0; examined < MAX_EXAMINED; examined += 1) {
    const entry = waiting.shift();
    if (!entry) break;
    const name = entry.fullPath.replace(/^\//, '');
    if (isHidden(name)) continue;
    if (isFile(entry)) found.push({ name, file: await fileOf(entry) });
    else if (isFolder(entry)) waiting.push(...(await entriesOf(entry)));
  }
  return found;
}

/** Names that begin with a dot, such as folders of version control. */
function isHidden(name: string): boolean {
  return name.split('/').some((part) => part.startsWith('.'));
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

/** A file that cannot be read is found when it is read: it has no content here. */
function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve) => {
    entry.file(resolve, () => resolve(unreadable(entry.name)));
  });
}

function unreadable(name: string): File {
  const file = new File([], name);
  file.arrayBuffer = () => Promise.reject(new DOMException('', 'NotReadableError'));
  return file;
}

async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  // Browsers give at most 100 at a time, and none at the end.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve) => {
      reader.readEntries(resolve, () => resolve([]));
    });
    if (some.length === 0 || all.length > MAX_EXAMINED) return all;
    all.push(...some);
  }
}
