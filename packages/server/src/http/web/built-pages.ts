import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Encoding } from '../encodings.js'

export interface BuiltPages {
  readonly template: string
  /** Scripts of a module, beyond those of every page. */
  chunksOf(module: string): readonly string[]
  stylesOf(module: string): readonly string[]
  encodingsOf(path: string): readonly Encoding[] | null
  /** Reads a file once, because it never changes while the server runs. */
  read(path: string, encoding: Encoding): Promise<Buffer>
}

const suffixes = { br: '.br', gzip: '.gz', identity: '' } as const satisfies Record<Encoding, string>

/** Files that browsers must not get. */
const privateFiles: ReadonlySet<string> = new Set(['index.html', 'manifest.json'])

export function openBuiltPages(folder: string | null): BuiltPages | null {
  if (folder === null) return null
  const names = filesIn(folder)
  if (!names.has('index.html')) return null
  const manifest = new Map(Object.entries(readManifest(folder)))
  const known = new Map<string, Promise<Buffer>>()
  const entry = manifest.get(entryModule)
  const everywhere = new Set(entry === undefined ? [] : stylesIn(entry))

  return {
    template: readFileSync(join(folder, 'index.html'), 'utf8'),
    chunksOf: (module) => chunksOf(manifest, module).map(({ file }) => file),
    stylesOf: (module) => {
      const needed = chunksOf(manifest, module).flatMap(stylesIn)
      return [...new Set(needed)].filter((path) => !everywhere.has(path))
    },
    encodingsOf: (path) => {
      if (!names.has(path) || privateFiles.has(path) || isEncoded(path)) return null
      return (['br', 'gzip', 'identity'] as const).filter((encoding) => names.has(path + suffixes[encoding]))
    },
    read: (path, encoding) => {
      const name = path + suffixes[encoding]
      // Only listed names are read, so no path leaves the folder.
      if (!names.has(name)) return Promise.reject(new Error(`there is no file ${name}`))
      const bytes = known.get(name) ?? readFile(join(folder, name))
      known.set(name, bytes)
      // Allow a retry after a failed read.
      bytes.catch(() => known.delete(name))
      return bytes
    },
  }
}

/** Returns the folder next to the built program; when run from sources, the last build's folder, if any. */
export function builtPagesFolder(): string | null {
  const places = ['./pages', '../../../dist/pages/'].map((place) => fileURLToPath(new URL(place, import.meta.url)))
  return places.find((place) => filesIn(place).has('index.html')) ?? null
}

type Chunk = { readonly file: string; readonly imports?: readonly string[]; readonly css?: readonly string[] }

const stylesIn = ({ css }: Chunk): readonly string[] => css ?? []

const readManifest = (folder: string): Readonly<Record<string, Chunk>> =>
  JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))

const entryModule = 'index.html'

function chunksOf(manifest: ReadonlyMap<string, Chunk>, module: string, seen = new Set<Chunk>()): readonly Chunk[] {
  const chunk = manifest.get(module)
  if (chunk === undefined || module === entryModule || seen.has(chunk)) return []
  seen.add(chunk)
  return [chunk, ...(chunk.imports ?? []).flatMap((imported) => chunksOf(manifest, imported, seen))]
}

const isEncoded = (path: string): boolean => path.endsWith(suffixes.br) || path.endsWith(suffixes.gzip)

function filesIn(folder: string): ReadonlySet<string> {
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    return new Set(entries.map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')))
  } catch {
    return new Set()
  }
}
