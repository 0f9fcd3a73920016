import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'

export type Manifest = {
  readonly name: string
  readonly version: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly scripts?: Readonly<Record<string, string>>
}

export type Installed = { readonly folder: string; readonly manifest: Manifest }

/** Everything that installing a package brings, itself too, by name and version, and where it lies. */
export const closureOf = (folder: string, found = new Map<string, Installed>()): ReadonlyMap<string, Installed> => {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
  const key = `${manifest.name}@${manifest.version}`
  if (found.has(key)) return found
  found.set(key, { folder, manifest })
  for (const name of Object.keys(manifest.dependencies ?? {})) closureOf(folderOf(name, folder), found)
  return found
}

const folderOf = (name: string, from: string): string => {
  const folder = join(from, 'node_modules', name)
  return existsSync(folder) ? realpathSync(folder) : folderOf(name, dirname(from))
}
