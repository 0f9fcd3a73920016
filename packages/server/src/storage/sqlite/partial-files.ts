import { randomBytes } from 'node:crypto'
import { lstatSync, readdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** Name of an incomplete file next to its target. The process id in it tells leftovers. */
export const partialPathOf = (target: string): string =>
  `${target}.${process.pid}-${randomBytes(4).toString('hex')}.partial`

const draftName = /\.(\d+)-[0-9a-f]{8}\.partial(-journal|-wal|-shm)?$/

/** No write takes this long. A younger draft may belong to a process on another machine. */
const untouchedMs = 60_000

/** Removes what killed processes left half written in a folder: each is as large as all data. */
export function removeLeftovers(folder: string, nowMs = Date.now()): void {
  for (const name of readdirSync(folder)) {
    const writer = Number(draftName.exec(name)?.[1] ?? 0)
    if (writer === 0 || isAlive(writer)) continue
    const path = join(folder, name)
    const there = lstatSync(path, { throwIfNoEntry: false })
    if (there?.isFile() === true && nowMs - there.mtimeMs > untouchedMs) rmSync(path, { force: true })
  }
}

/** Data from before a restore are kept for second thoughts, not for ever. */
const keptRestores = 3

export function removeOldRestoreCopies(path: string): void {
  const folder = dirname(path)
  const kept = readdirSync(folder)
    .filter((name) => name.startsWith(`${basename(path)}.before-restore-`) && name.endsWith('Z'))
    .sort()
  for (const name of kept.slice(0, -keptRestores))
    for (const suffix of ['', '.sha256']) rmSync(join(folder, name + suffix), { force: true })
}

export function removePartialFile(path: string): void {
  for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(path + suffix, { force: true })
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
