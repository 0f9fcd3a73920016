import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { atExit } from '../harness/at-exit.js'
import type { Launch } from '../harness/server-process.js'

export type Disk = {
  readonly name: string
  readonly dataDir: string
  readonly harm: Pick<Launch, 'preload' | 'environment'>
  fill(round: number): void
  free(): void
  close(): void
}

/** A real file system of a few megabytes. Null where mounting is not allowed. */
export const mountSmallDisk = (root: string): Disk | null => {
  const place = join(root, 'small')
  mkdirSync(place)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16m,mode=700', 'tmpfs', place], { stdio: 'ignore' })
  } catch {
    return null
  }
  const ballast = join(place, 'ballast')
  return {
    name: 'a full tmpfs',
    dataDir: join(place, 'data'),
    harm: {},
    fill: () => {
      for (const size of [1 << 20, 1 << 16, 1 << 12]) fillWith(ballast, size)
    },
    free: () => rmSync(ballast),
    close: atExit(() => execFileSync('umount', ['-l', place], { stdio: 'ignore' })),
  }
}

const fillWith = (file: string, size: number): void => {
  try {
    for (;;) writeFileSync(file, Buffer.alloc(size), { flag: 'a' })
  } catch {
    // Full to within `size`.
  }
}

/** SQLITE_FULL, SQLITE_IOERR_WRITE, SQLITE_IOERR_FSYNC. */
const errcodes = [13, 778, 1034]

/** A driver that fails from the n-th write on: n = 1, 2, 3... with every round. */
export const createFailingDisk = (root: string): Disk => {
  const orders = join(root, 'disk')
  const order = (text: string) => writeFileSync(orders, text)
  order('sound')
  return {
    name: 'a failing driver',
    dataDir: join(root, 'failing'),
    harm: {
      preload: fileURLToPath(new URL('./failing-disk.mjs', import.meta.url)),
      environment: { PROOF_DISK: orders },
    },
    fill: (round) => order(`${1 + (round % 8)} ${errcodes[round % errcodes.length]} ${round}`),
    free: () => order('sound'),
    close: () => {},
  }
}
