import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { replaceOnce } from '../../tools/replace-once.js'
import { throwAwayCopy } from '../../tools/throw-away-copy.js'
import { atExit } from '../harness/at-exit.js'
import type { Change } from '../mutations/read-mutations.js'

export type ChangedBuild = { readonly program: string; remove(): void }

export function buildChanged(changes: readonly Change[]): ChangedBuild {
  const { root, remove } = throwAwayCopy({ built: true })
  const removeOnce = atExit(remove)
  for (const { file, search, replacement } of changes) {
    const path = join(root, file)
    writeFileSync(path, replaceOnce(readFileSync(path, 'utf8'), search, replacement))
  }
  const tsup = join(root, 'node_modules', 'tsup', 'dist', 'cli-default.js')
  const { status, stderr } = spawnSync(process.execPath, [tsup, '--config', '../../tsup.config.ts', '--no-dts'], {
    cwd: join(root, 'packages', 'server'),
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`The changed server cannot be built: ${stderr}`)
  return { program: join(root, 'packages', 'server', 'bin', 'p2p-server.mjs'), remove: removeOnce }
}
