import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { repository, throwAwayCopy } from '../throw-away-copy.js'
import { type Repository, readRepository } from './repository-address.js'

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

/** Packages in publishing order, each after its dependencies. */
export const packageFolders = ['core', 'contract', 'simulator', 'sdk', 'server', 'cli'] as const
export type PackageFolder = (typeof packageFolders)[number]

/** Gives a package in a throw-away copy what a registry needs: its origin, and links that work anywhere. Without a home there are none. */
export const preparePackage = (root: string, folder: string, repository: Repository): void => {
  if (repository.isPlaceholder) return
  const directory = `packages/${folder}`
  const manifestPath = join(root, directory, 'package.json')
  const manifest = JSON.parse(readFileSync(manifestPath, 'utf8')) as { version: string }
  const { gitUrl, page } = repository
  const origin = {
    homepage: `${page}/tree/main/${directory}#readme`,
    repository: { type: 'git', url: gitUrl, directory },
    bugs: { url: `${page}/issues` },
  }
  writeFileSync(manifestPath, `${JSON.stringify({ ...manifest, ...origin }, null, 2)}\n`)

  const readme = join(root, directory, 'README.md')
  if (existsSync(readme))
    writeFileSync(readme, absoluteLinks(readFileSync(readme, 'utf8'), directory, `${page}/blob/v${manifest.version}`))
}

/** Relative links lead to the files of the release; those with a scheme, and those within the page, stay. */
export const absoluteLinks = (text: string, directory: string, base: string): string =>
  text.replaceAll(/\]\((?![a-z]+:|#)([^)\s]+)\)/g, (_, target: string) => {
    const path = posix.join(directory, target)
    if (path.startsWith('..')) throw new Error(`${directory}/README.md links to ${target}, outside of the repository`)
    return `](${base}/${path})`
  })
