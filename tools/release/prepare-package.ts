import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import type { Repository } from './repository-address.js'

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
