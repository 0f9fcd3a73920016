import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig, minify, type Plugin, runnerImport, transformWithOxc } from 'vite'
import { browsers } from './browsers.js'

const source = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** A small script that runs before anything is drawn, as a file of its own: pages run no script that stands in their text. */
function blockingTheme(): Plugin {
  const path = source('./src/theme.ts')
  let fileName = ''
  return {
    name: 'blocking-theme',
    apply: 'build',
    async buildStart() {
      const { code } = await transformWithOxc(readFileSync(path, 'utf8'), path, { target: 'es2020', sourcemap: false })
      const { code: small } = await minify(path, code)
      fileName = `assets/theme-${createHash('sha256').update(small).digest('base64url').slice(0, 8)}.js`
      this.emitFile({ type: 'asset', fileName, source: small })
    },
    transformIndexHtml: () => [{ tag: 'script', attrs: { src: `/${fileName}` }, injectTo: 'head-prepend' }],
  }
}

/** Writes out what pages know of the core, so that they do not load its exchanges. */
function inlineCoreLists(): Plugin {
  return {
    name: 'lists-of-the-core',
    load: {
      filter: { id: /[\\/]core-lists\.ts$/ },
      async handler(id) {
        const { module } = await runnerImport<{ coreLists: unknown }>(id, { configFile: false, resolve: { alias } })
        return { code: `export const coreLists = ${JSON.stringify(module.coreLists)}`, moduleType: 'js' }
      },
    },
  }
}

const alias = [
  { find: /^@p2p-rates\/core\/internal$/, replacement: source('../core/src/internal.ts') },
  { find: /^@p2p-rates\/contract\/crossing$/, replacement: source('../contract/src/crossing.ts') },
  { find: /^@p2p-rates\/contract\/words$/, replacement: source('../contract/src/words/index.ts') },
  { find: /^@p2p-rates\/contract\/words\/(\w+)$/, replacement: source('../contract/src/words/$1.ts') },
  { find: /^@p2p-rates\/(\w+)$/, replacement: source('../$1/src/index.ts') },
]

/** A part that comes later brings its styles. Its scripts are named by the head that the server writes. */
const stylePreloader = (): Plugin => ({
  name: 'own-loader',
  enforce: 'pre',
  resolveId: (id) => (id.endsWith('vite/preload-helper.js') ? source('./src/preload-styles.ts') : null),
})

type ModuleInfo = {
  readonly importers: readonly string[]
  readonly dynamicImporters: readonly string[]
  readonly dynamicallyImportedIds: readonly string[]
  readonly exports: readonly string[]
  readonly code: string | null
}
type Modules = { getModuleInfo(id: string): ModuleInfo | null }

const isBarrel = (id: string): boolean => /[\\/]contract[\\/]src[\\/]words[\\/]index\.ts$/.test(id)

/** Modules that import this one. Through a door they are those that name one of its exports. */
function importersOf(id: string, modules: Modules): readonly string[] {
  const info = modules.getModuleInfo(id)
  const names = (user: string) =>
    info?.exports.some((name) => modules.getModuleInfo(user)?.code?.includes(name) === true) === true
  return (info?.importers ?? []).flatMap((importer) =>
    isBarrel(importer) ? importersOf(importer, modules).filter(names) : [importer],
  )
}

const isEntry = (id: string): boolean => /[\\/](main\.tsx|guide-script\.ts)$/.test(id)
const pageList = source('./src/pages/all-pages.ts')

/** The files that are loaded on their own and carry a module: the entry, pages, and parts that come later. */
function ownersOf(id: string, modules: Modules, seen = new Set<string>()): readonly string[] {
  if (seen.has(id)) return []
  seen.add(id)
  const isDynamic = (modules.getModuleInfo(id)?.dynamicImporters.length ?? 0) > 0
  const own = isDynamic || isEntry(id) ? [id] : []
  return [...own, ...importersOf(id, modules).flatMap((importer) => ownersOf(importer, modules, seen))]
}

const isPage = (id: string, modules: Modules): boolean =>
  id.endsWith('main.tsx') || modules.getModuleInfo(id)?.dynamicImporters.includes(pageList) === true

/** The pages that carry a module, at once or in a part that comes later. */
function pagesOf(id: string, modules: Modules): readonly string[] {
  return ownersOf(id, modules).flatMap((owner) =>
    isPage(owner, modules)
      ? [owner]
      : (modules.getModuleInfo(owner)?.dynamicImporters ?? []).flatMap((part) => pagesOf(part, modules)),
  )
}

const folderOf = (id: string): string | undefined => /[\\/]pages[\\/](\w+)[\\/]/.exec(id)?.[1]

/** Chunks for modules that several pages share, the widest first: a chunk takes along what its modules import. */
const sharedChunks = ['basics', 'shared', 'rest', 'members', 'folder'] as const

/** Chunk of a module that several pages share. Null for a module of one page, and for one that only loads later. */
function sharedChunkOf(id: string, modules: Modules): (typeof sharedChunks)[number] | null {
  const owners = ownersOf(id, modules)
  // The guide is text with a little script, which takes nothing along that it does not use.
  if (owners.length > 1 && owners.some((owner) => owner.endsWith('guide-script.ts'))) return 'basics'
  const pages = new Set(pagesOf(id, modules))
  if (!owners.some((owner) => isPage(owner, modules)) || pages.size < 2) return null
  const startPage = modules.getModuleInfo(pageList)?.dynamicallyImportedIds[0]
  if (owners.some((owner) => owner.endsWith('main.tsx') || owner === startPage)) return 'shared'
  if (new Set([...pages].map(folderOf)).size === 1) return 'folder'
  return folderOf(id) === undefined ? 'rest' : 'members'
}

/** Styles that nothing but one page or a part of it has; all others are one file, which every page loads. */
function isOfOnePage(id: string, modules: Modules): boolean {
  const [owner, ...others] = ownersOf(id, modules)
  return others.length === 0 && owner !== undefined && /[\\/]pages[\\/]/.test(owner)
}

export default defineConfig({
  root: source('./src'),
  publicDir: source('./public'),
  logLevel: 'warn',
  plugins: [blockingTheme(), inlineCoreLists(), stylePreloader()],
  resolve: { alias },
  // Tests build what users get, although their environment is not that of production.
  oxc: { jsx: { development: false } },
  build: {
    outDir: source('./dist'),
    emptyOutDir: true,
    target: browsers,
    manifest: 'manifest.json',
    // A picture inside of a style would be a second copy, and a policy would have to allow it.
    assetsInlineLimit: 0,
    // The server names what a page needs, so scripts need not find out by themselves.
    modulePreload: false,
    rolldownOptions: {
      // Files of the guide are built separately, see guide/. They use the script and styles of this build.
      input: [source('./src/index.html'), source('./src/docs/guide-script.ts')],
      output: {
        // One chunk per family of pages for shared modules, because each file costs a request.
        codeSplitting: {
          groups: [
            ...sharedChunks.map((chunk, at) => ({
              name: (id: string, modules: Modules) =>
                sharedChunkOf(id, modules) !== chunk
                  ? null
                  : chunk === 'folder'
                    ? `${folderOf(pagesOf(id, modules)[0] ?? '')}-pages`
                    : chunk,
              debugName: chunk,
              test: /\.tsx?$|preact/,
              priority: sharedChunks.length - at,
            })),
            {
              name: (id, modules) => (isOfOnePage(id, modules) ? null : 'style'),
              debugName: 'style',
              test: /\.css$/,
              priority: sharedChunks.length + 1,
            },
          ],
        },
      },
    },
    license: { fileName: 'THIRD-PARTY-NOTICES.txt' },
    reportCompressedSize: false,
  },
})
