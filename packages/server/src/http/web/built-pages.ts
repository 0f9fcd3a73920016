import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import { extname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { answerHeaders } from '@p2p-rates/contract'
import { getOrCreate } from '../../base/get-or-create.js'
import { type Encoding, encodedHeaders, encoders, etagsOf, keepUnlessFailed, wantedEncodings } from '../encodings.js'
import { headerList, type Reply } from '../reply.js'
import type { Language } from './language.js'
import { pageHeaders } from './plain-page.js'

export type BuiltPages = NonNullable<ReturnType<typeof openBuiltPages>>

const suffixes = { br: '.br', gzip: '.gz', identity: '' } as const satisfies Record<Encoding, string>

/** Files that browsers must not get. */
const privateFiles: ReadonlySet<string> = new Set(['index.html', 'manifest.json'])

export function openBuiltPages(folder: string | null) {
  if (folder === null) return null
  const names = filesIn(folder)
  if (!names.has('index.html')) return null
  const manifest = new Map(Object.entries(readManifest(folder)))
  const known = new Map<string, Promise<Buffer>>()
  const entry = manifest.get(entryModule)
  const everywhere = new Set(entry === undefined ? [] : stylesIn(entry))

  return {
    template: readFileSync(join(folder, 'index.html'), 'utf8'),
    /** Scripts of a module and of its imports, without the entry. */
    chunksOf: (module: string): readonly string[] => chunksOf(manifest, module).map(({ file }) => file),
    stylesOf: (module: string): readonly string[] => {
      const needed = chunksOf(manifest, module).flatMap(stylesIn)
      return [...new Set(needed)].filter((path) => !everywhere.has(path))
    },
    encodingsOf: (path: string): readonly Encoding[] | null => {
      if (!names.has(path) || privateFiles.has(path) || isEncoded(path)) return null
      return (['br', 'gzip', 'identity'] as const).filter((encoding) => names.has(path + suffixes[encoding]))
    },
    /** Reads a file once, because it never changes while the server runs. */
    read: (path: string, encoding: Encoding): Promise<Buffer> => {
      const name = path + suffixes[encoding]
      // Only listed names are read, so no path leaves the folder.
      if (!names.has(name)) return Promise.reject(new Error(`there is no file ${name}`))
      return keepUnlessFailed(known, name, () => readFile(join(folder, name)))
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

export const entryModule = 'index.html'

function chunksOf(manifest: ReadonlyMap<string, Chunk>, module: string, seen = new Set<Chunk>()): readonly Chunk[] {
  const chunk = manifest.get(module)
  if (chunk === undefined || seen.has(chunk)) return []
  seen.add(chunk)
  const imported = (chunk.imports ?? []).flatMap((one) => chunksOf(manifest, one, seen))
  // The template names the entry itself.
  return module === entryModule ? imported : [chunk, ...imported]
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

const hidden = '<aside class="simulated" hidden'

export function withGuideSimulationMark(built: BuiltPages): BuiltPages {
  const marked = new Map<string, Promise<Buffer>>()

  const mark = async (path: string): Promise<Buffer> => {
    const html = (await built.read(path, 'identity')).toString('utf8')
    return Buffer.from(html.replace(hidden, hidden.replace(' hidden', '')).replace('<title>', '<title>[SIM] '), 'utf8')
  }

  const once = (name: string, make: () => Promise<Buffer>): Promise<Buffer> => keepUnlessFailed(marked, name, make)

  return {
    ...built,
    read: (path, encoding) => {
      if (!/^docs\/.*\.html$/.test(path)) return built.read(path, encoding)
      return once(`${encoding} ${path}`, async () => encoders[encoding](await once(path, () => mark(path))))
    },
  }
}

export type StaticFileReplies = (path: string, headers: IncomingHttpHeaders, keeping: string) => Promise<Reply> | null

export function createStaticFileReplies(built: BuiltPages): StaticFileReplies {
  const etags = new Map<string, string>()

  const reply = async (
    path: string,
    encoding: Encoding,
    headers: IncomingHttpHeaders,
    keeping: string,
  ): Promise<Reply> => {
    const body = await built.read(path, encoding)
    const etag = getOrCreate(etags, `${encoding} ${path}`, () => etagsOf(body).identity)
    const told = [
      ...headerList({
        [answerHeaders.etag.name]: etag,
        [answerHeaders.cacheControl.name]: keeping,
        [answerHeaders.vary.name]: 'Accept-Encoding',
      }),
      ...pageHeaders,
    ]
    if (headers['if-none-match']?.includes(etag) === true) return { status: 304, headers: told, body: null }
    return { status: 200, headers: [...encodedHeaders(typeOf(path), body, encoding), ...told], body }
  }

  return (path, headers, keeping) => {
    const there = built.encodingsOf(path)
    if (there === null) return null
    const wanted = wantedEncodings(headers['accept-encoding'])
    return reply(path, wanted.find((encoding) => there.includes(encoding)) ?? 'identity', headers, keeping)
  }
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
}

const typeOf = (path: string): string => types[extname(path)] ?? 'application/octet-stream'

export function documentationFileNames(path: string): readonly string[] {
  const name = path.slice(1)
  if (/^llms(-full)?\.txt$/.test(name)) return [name]
  return name.startsWith('docs/') ? [`${name}.html`, name] : []
}

/** Returns redirect targets for an incomplete documentation path, best first. */
export function documentationRedirects(path: string, language: Language): readonly string[] {
  if (path === '/docs' || path === '/docs/') return [`/docs/${language}/quick-start`, '/docs/quick-start']
  return path.startsWith('/docs/') && path.endsWith('/') ? [path.slice(0, -1)] : []
}
