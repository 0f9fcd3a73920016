import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { defineConfig, type Options } from 'tsup'
import { thirdPartyNotices } from './tools/third-party-notices.js'

type Shape = {
  entry: Record<string, string>
  format: ('esm' | 'cjs')[]
  bin?: true
  /** Packages whose types are copied into ours, so that users need not install them. */
  inlineTypes?: Record<string, string[]>
  /** Leaves out comments and blanks, which the source map has. */
  compact?: true
  /** The entry that is one whole file, although others share code. */
  alone?: string
  /** A program carries everything but its optional peers, so that it starts fast and installs alone. */
  program?: true
  /** Carries the pages, which were built before. */
  pages?: true
}

/** The compiler writes declarations here, one file for each source file. Here they become one file for each entry. */
const declarations = '.types'

/** Every package builds from its own folder with this one file; what differs stands in this table. */
const shapes: Record<string, Shape> = {
  '@p2p-rates/core': {
    entry: { index: 'src/index.ts', internal: 'src/internal.ts', 'node/index': 'src/node/index.ts' },
    format: ['esm', 'cjs'],
  },
  '@p2p-rates/contract': {
    entry: {
      index: 'src/index.ts',
      crossing: 'src/crossing.ts',
      'words/index': 'src/words/index.ts',
      'words/en': 'src/words/en.ts',
      'words/uk': 'src/words/uk.ts',
    },
    format: ['esm', 'cjs'],
  },
  '@p2p-rates/sdk': {
    entry: { index: 'src/index.ts', 'direct/index': 'src/direct/index.ts', 'testing/index': 'src/testing/index.ts' },
    format: ['esm', 'cjs'],
    inlineTypes: {
      '@p2p-rates/contract': [`../contract/${declarations}/src/index.d.ts`],
      '@p2p-rates/core': [`../core/${declarations}/src/index.d.ts`],
      '@p2p-rates/core/internal': [`../core/${declarations}/src/internal.d.ts`],
      '@p2p-rates/core/node': [`../core/${declarations}/src/node/index.d.ts`],
    },
    alone: 'index',
  },
  '@p2p-rates/server': {
    entry: {
      index: 'src/index.ts',
      main: 'src/main.ts',
      // Threads of their own: they lie beside whatever part starts them.
      'restore-worker': 'src/storage/sqlite/restore-worker.ts',
      'history-worker': 'src/app/history-worker.ts',
    },
    format: ['esm'],
    pages: true,
  },
  '@p2p-rates/cli': { entry: { main: 'src/main.ts' }, format: ['esm'], compact: true, program: true },
  '@p2p-rates/simulator': { entry: { index: 'src/index.ts', main: 'src/main.ts' }, format: ['esm'] },
}

const { name } = JSON.parse(readFileSync('package.json', 'utf8')) as { name: string }
const shape = shapes[name]
if (shape === undefined) throw new Error(`tsup.config.ts does not know ${name}`)

/** Leaves out how commander starts other programs: `p2p` has none, and that module loads slowly. */
const startsNoPrograms: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'starts-no-programs',
  setup(build) {
    build.onResolve({ filter: /^node:child_process$/ }, ({ importer }) =>
      /[\\/]commander[\\/]/.test(importer) ? { path: 'nothing', namespace: 'nothing' } : null,
    )
    build.onLoad({ filter: /.*/, namespace: 'nothing' }, () => ({ contents: '' }))
  },
}

/** The bundled validator has messages in fifty languages. Ours are English. */
const speaksEnglish: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'speaks-english',
  setup(build) {
    build.onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.c?js$/ }, ({ path }) => ({
      contents: `export { default as en } from './en.${path.endsWith('.cjs') ? 'cjs' : 'js'}'`,
    }))
  },
}

/** Leaves out the validator of what assistants would answer to questions: half of their protocol's code, and nothing asks. */
const asksNobody: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'asks-nobody',
  setup(build) {
    build.onResolve({ filter: /^@modelcontextprotocol\/server\/_shims$/ }, () => ({
      path: 'shims',
      namespace: 'shims',
    }))
    build.onLoad({ filter: /.*/, namespace: 'shims' }, () => ({
      contents: "export { default as process } from 'node:process'; export class DefaultJsonSchemaValidator {}",
    }))
  },
}

/** Computes at build time what is needed before anything is loaded: the core's exchanges. */
const listsExchanges: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'lists-exchanges',
  setup(build) {
    build.onLoad({ filter: /[\\/]listed-exchanges\.ts$/ }, async () => {
      type Named = { id: string; name: string }
      const { exchanges, everyExchange } = (await import(pathToFileURL('../core/dist/index.js').href)) as {
        exchanges: readonly Named[]
        everyExchange: readonly Named[]
      }
      const listed = exchanges.map(({ id, name }) => ({ id, name }))
      const named = everyExchange.filter((one) => !exchanges.includes(one)).map(({ id }) => id)
      return {
        contents: `export const listedExchanges = ${JSON.stringify(listed)}
          export const readIfNamed = ${JSON.stringify(named)}`,
      }
    })
  },
}

/** The manual for `man p2p`, made of the help of the program that was just built. */
const manual = async () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['bin/p2p.mjs', 'help', 'man'], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`The manual cannot be written: ${stderr}`)
  writeFileSync('dist/p2p.1', stdout)
}

/** The built dashboard, with its larger texts compressed once and for all as well as it goes. */
const pages = async () => {
  if (!existsSync('../dashboard/dist')) throw new Error('The dashboard is not built: pnpm build')
  cpSync('../dashboard/dist', 'dist/pages', { recursive: true })
  for (const entry of readdirSync('dist/pages', { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(js|css|html|md|txt|json|svg)$/.test(entry.name)) continue
    const path = join(entry.parentPath, entry.name)
    const text = readFileSync(path)
    if (text.length < 1024) continue
    writeFileSync(`${path}.br`, brotliCompressSync(text))
    writeFileSync(`${path}.gz`, gzipSync(text, { level: 9 }))
  }
}

const program = {
  onSuccess: manual,
  removeNodeProtocol: false,
  noExternal: [/^(?!@p2p-rates\/(server|simulator)$)/],
  // Bundled CommonJS requires Node's own modules this way, and nothing else.
  banner: { js: 'const require = process.getBuiltinModule;' },
}

const types = shape.program !== true && {
  entry: Object.fromEntries(
    Object.entries(shape.entry).map(([entry, path]) => [entry, `${declarations}/${path.replace(/\.ts$/, '.d.ts')}`]),
  ),
  compilerOptions: { paths: shape.inlineTypes ?? {} },
}

/** One run of the builder. Types are made in one of them, for all entries. */
const run = (entry: Record<string, string>, dts: NonNullable<Options['dts']>): Options => ({
  entry,
  // A user wants what comes after; a fault is told all the same.
  silent: true,
  format: shape.format,
  target: 'node20',
  platform: 'node',
  // One entry may import another by the package's own name: both then share its classes.
  external: [name],
  ...(shape.program === true ? program : {}),
  ...(shape.pages === true ? { onSuccess: pages } : {}),
  esbuildPlugins: [
    thirdPartyNotices(),
    speaksEnglish,
    ...(shape.program === true ? [startsNoPrograms, asksNobody, listsExchanges] : []),
  ],
  dts,
  // What several entries need lies in one file beside them.
  splitting: shape.alone === undefined || !(shape.alone in entry),
  // A program's maps weigh three times the program and are not used for debugging.
  sourcemap: shape.program !== true,
  esbuildOptions: (options) => {
    options.minifyWhitespace = shape.compact ?? false
    options.minifySyntax = shape.compact ?? false
    options.minifyIdentifiers = shape.program ?? false
    // Node shows the whole line that threw, which would be the whole file.
    if (shape.compact) options.lineLimit = 200
  },
})

const isAlone = ([entry]: [string, string]) => entry === shape.alone
const entries = Object.entries(shape.entry)
const [alone, others] = [entries.filter(isAlone), entries.filter((entry) => !isAlone(entry))].map(Object.fromEntries)

// Both runs write into one folder, so neither may clean it.
rmSync('dist', { recursive: true, force: true })

export default defineConfig(
  shape.alone === undefined ? run(shape.entry, types) : [run(alone, types), run(others, false)],
)
