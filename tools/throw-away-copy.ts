import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { atExit } from '../proofs/harness/at-exit.js'

export type ThrowAwayCopy = { readonly root: string; readonly remove: () => void }

export const repository = dirname(dirname(fileURLToPath(import.meta.url)))

/**
 * Copies the sources of this repository into a folder that may be spoilt. Installed packages are linked, not copied.
 * The packages of the workspace find each other inside the copy.
 */
export const throwAwayCopy = (options: { readonly built: boolean } = { built: false }): ThrowAwayCopy => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'p2p-copy-')))
  const remove = atExit(() => rmSync(root, { recursive: true, force: true }))
  const left = new Set(options.built ? leftOut : [...leftOut, 'dist'])
  cpSync(repository, root, { recursive: true, filter: (path) => !left.has(basename(path)) && !ownData.has(path) })
  linkInstalled(root)
  for (const group of ['packages', 'examples'])
    for (const name of readdirSync(join(root, group))) copyLinks(join(group, name), root)
  return { root, remove }
}

type Run = (args: readonly string[]) => boolean

/** Changes and tests a copy. The process fails if the work does; `run` starts Node.js in the copy. */
export const workInCopy = (work: (root: string, run: Run) => boolean): void => {
  const { root, remove } = throwAwayCopy()
  try {
    const isDone = work(root, (args) => spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status === 0)
    process.exitCode = isDone ? 0 : 1
  } finally {
    remove()
  }
}

const leftOut = ['node_modules', '.git', 'coverage']
const ownData = new Set([join(repository, 'data'), join(repository, '.data')])

/** Links everything that was installed, except our own packages, whose links must lead into the copy. */
const linkInstalled = (root: string): void => {
  const from = join(repository, 'node_modules')
  const to = join(root, 'node_modules')
  mkdirSync(to)
  for (const name of readdirSync(from))
    if (!/^\.(vite|vitest|done|land)/.test(name) && name !== '@p2p-rates') symlinkSync(join(from, name), join(to, name))
  cpSync(join(from, '@p2p-rates'), join(to, '@p2p-rates'), { recursive: true, verbatimSymlinks: true })
}

/** pnpm's links are relative. Copied unchanged, they lead to the copy's packages and to the links above. */
const copyLinks = (folder: string, root: string): void => {
  const from = join(repository, folder, 'node_modules')
  if (existsSync(from)) cpSync(from, join(root, folder, 'node_modules'), { recursive: true, verbatimSymlinks: true })
}
