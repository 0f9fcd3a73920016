import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, rm, stat, statfs } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileHead, findRecords } from './record-format.js'

/** Archive storage, one file per UTC day. Tests replace it with a failing disk. */
export interface ArchiveFiles {
  list(): Promise<readonly ArchiveFile[]>
  /** Made where there is none. What a sudden end has left unfinished at its end is cut off, nothing else. */
  open(day: string): Promise<OpenArchiveFile>
  remove(file: ArchiveFile): Promise<void>
  freeBytes(): Promise<number>
}

export type ArchiveFile = { readonly path: string; readonly day: string; readonly bytes: number }

export interface OpenArchiveFile {
  readonly bytes: number
  /** All of it, or an error and nothing. */
  append(record: Buffer): Promise<void>
  /** Everything that was appended survives a power cut. */
  close(): Promise<void>
}

/** A server's own have nothing after the day; files of other servers get a word of their own between. */
const fileName = /^(\d{4}-\d{2}-\d{2})(?:\.[\w-]+)?\.p2p-archive$/
const nameOf = (day: string): string => `${day}.p2p-archive`

export const archiveFolderOf = (dataDir: string): string => join(dataDir, 'archive')

export async function archiveFilesAt(path: string): Promise<readonly ArchiveFile[]> {
  const isFolder = (await stat(path)).isDirectory()
  const paths = isFolder ? (await readdir(path)).toSorted().map((name) => join(path, name)) : [path]
  const files: ArchiveFile[] = []
  for (const each of paths) {
    const [, day] = fileName.exec(basename(each)) ?? []
    if (day !== undefined) files.push({ path: each, day, bytes: (await stat(each)).size })
  }
  return files
}

export function openArchiveFolder(folder: string): ArchiveFiles {
  /** Create only the last folder: the data folder exists while the server runs. */
  const make = async (): Promise<void> => {
    await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  }
  return {
    list: async () => {
      await make()
      return archiveFilesAt(folder)
    },
    open: async (day) => {
      await make()
      return openFile(join(folder, nameOf(day)))
    },
    remove: ({ path }) => rm(path, { force: true }),
    freeBytes: async () => {
      const { bavail, bsize } = await statfs(dirname(folder))
      return bavail * bsize
    },
  }
}

async function openFile(path: string): Promise<OpenArchiveFile> {
  // Made where it is missing, and never emptied.
  await (await open(path, 'a', 0o600)).close()
  const file = await open(path, 'r+')
  try {
    let end = await endOf(path)
    await file.truncate(end)
    // Also where it was damaged, and sound records lie behind it.
    await writeAll(file, fileHead, 0)
    end = Math.max(end, fileHead.length)
    return {
      get bytes() {
        return end
      },
      append: async (record) => {
        try {
          await writeAll(file, record, end)
        } catch (error) {
          // A disk without room can still shorten a file. Else the next opening cuts it.
          await file.truncate(end).catch(() => {})
          throw error
        }
        end += record.length
      },
      close: async () => {
        try {
          await file.datasync()
        } finally {
          await file.close()
        }
      },
    }
  } catch (error) {
    await file.close()
    throw error
  }
}

async function writeAll(file: FileHandle, bytes: Buffer, at: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, at + done)
    done += bytesWritten
  }
}

/** Behind the last sound record. Damage between records is left as it is. */
async function endOf(path: string): Promise<number> {
  const { size } = await stat(path)
  if (size < fileHead.length) return 0
  let end = 0
  for await (const { endsAt } of recordsIn(path, () => {})) end = endsAt
  return Math.max(end, fileHead.length)
}

export class NoArchiveError extends Error {
  override readonly name = 'NoArchiveError'
}

/** Every sound record of a file with its place; the file is read as it goes. One without a sound head and record is none of ours. */
export async function* recordsIn(path: string, onDamage: (fromByte: number) => void) {
  const stream: AsyncIterable<Buffer> = createReadStream(path, { highWaterMark: 256 * 1024 })
  let head: Buffer | null = Buffer.alloc(0)
  let isOurs = true
  const behindHead = async function* () {
    for await (const chunk of stream) {
      if (head === null) yield chunk
      else {
        head = Buffer.concat([head, chunk])
        if (head.length < fileHead.length) continue
        isOurs = head.subarray(0, fileHead.length).equals(fileHead)
        if (!isOurs) onDamage(0)
        yield head.subarray(fileHead.length)
        head = null
      }
    }
    if (head !== null && head.length > 0) onDamage(0)
  }
  const shift = fileHead.length
  for await (const found of findRecords(behindHead(), (fromByte) => onDamage(fromByte + shift))) {
    isOurs = true
    yield { ...found, endsAt: found.endsAt + shift }
  }
  if (!isOurs) throw new NoArchiveError(`${path} is no archive.`)
}
