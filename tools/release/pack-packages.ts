import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repository, throwAwayCopy } from '../throw-away-copy.js'
import { type PackageFolder, packageFolders, preparePackage } from './prepare-package.js'
import { readRepository } from './repository-address.js'

export type Tarball = { readonly name: string; readonly version: string; readonly path: string }

/** Packs every package, as it is published, into a folder. The tree stays as it is: a copy of it is packed. */
export const packPackages = (into: string): Tarball[] => {
  const { root, remove } = throwAwayCopy({ built: true })
  try {
    return packCopy(root, into)
  } finally {
    remove()
  }
}

/** Packs packages of a throw-away copy, which is changed by that. */
export const packCopy = (root: string, into: string, folders: readonly PackageFolder[] = packageFolders): Tarball[] => {
  mkdirSync(into, { recursive: true })
  const origin = readRepository(repository)
  return folders.map((folder) => {
    const path = join(root, 'packages', folder)
    if (!existsSync(join(path, 'dist'))) throw new Error(`packages/${folder} is not built: pnpm build`)
    preparePackage(root, folder, origin)
    const pnpm = join(root, 'node_modules', 'pnpm', 'bin', 'pnpm.cjs')
    const packed = spawnSync(process.execPath, [pnpm, 'pack', '--pack-destination', into], {
      cwd: path,
      encoding: 'utf8',
    })
    if (packed.status !== 0) throw new Error(`packages/${folder} does not pack: ${packed.stdout}${packed.stderr}`)
    const { name, version } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')) as Tarball
    return { name, version, path: join(into, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`) }
  })
}
