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

/** The files that are loaded on their own and carry a module: the entry, pages, and parts that come later. */
function ownersOf(id: string, modules: Modules, seen = new Set<string>()): readonly string[] {
  if (seen.has(id)) return []
  seen.add(id)
  const isDynamic = (modules.getModuleInfo(id)?.dynamicImporters.length ?? 0) > 0
  const own = isDynamic || /[\\/](main\.tsx|guide-script\.ts)$/.test(id) ? [id] : []
  return [...own, ...importersOf(id, modules).flatMap((importer) => ownersOf(importer, modules, seen))]
}

/** Chunks for modules that several pages share. A module goes to the first chunk that covers all pages using it. */
const sharedChunks = {
  prices: /[\\/](pages[\\/](market|book|arbitrage|currencies|status)|quote)[\\/]/,
  entrance: /[\\/]pages[\\/](login|join|reset)[\\/]/,
  hook: /[\\/]pages[\\/]webhooks[\\/](?!webhooks\.|alert-receivers\.)/,
  hooks: /[\\/]pages[\\/]webhooks[\\/]/,
  rule: /[\\/]pages[\\/]rules[\\/](?!rules\.)/,
  rules: /[\\/]pages[\\/]rules[\\/]/,
  makers: /[\\/]pages[\\/](webhooks[\\/](?!webhooks\.|alert-receivers\.)|rules[\\/](?!rules\.))/,
  dev: /[\\/]pages[\\/](dev|setup)[\\/]/,
  members: /[\\/]pages[\\/](dev|webhooks|rules|admin|setup)[\\/]/,
  forms: /[\\/](pages[\\/](login|join|reset|inboxes|dev|webhooks|rules|admin|setup)[\\/]|parts[\\/]account-menu\.)/,
} as const

type Group = 'basics' | 'shared' | 'rest' | keyof typeof sharedChunks

/** The widest first: a file takes along what its parts need, and nothing narrower may hold that. */
const groups: readonly Group[] = [
  'basics',
  'shared',
  'rest',
  'forms',
  'members',
  'dev',
  'makers',
  'hooks',
  'hook',
  'rules',
  'rule',
  'entrance',
  'prices',
]

const isPage = (id: string, modules: Modules): boolean =>
  /[\\/]main\.tsx$/.test(id) ||
  modules.getModuleInfo(id)?.dynamicImporters.some((importer) => importer.endsWith('page-routes.ts')) === true

/** The pages that carry a module, at once or in a part that comes later. */
function pagesOf(id: string, modules: Modules): ReadonlySet<string> {
  return new Set(
    ownersOf(id, modules).flatMap((owner) =>
      isPage(owner, modules)
        ? [owner]
        : (modules.getModuleInfo(owner)?.dynamicImporters ?? []).flatMap((part) => [...pagesOf(part, modules)]),
    ),
  )
}

const isFirstPaintEntry = (owner: string): boolean => /[\\/](main|market[\\/]market)\.tsx$/.test(owner)

/** The file for what several pages share; none for what one has for itself and its parts, and for what only comes later. */
function sharedChunkOf(id: string, modules: Modules): Group | null {
  const owners = ownersOf(id, modules)
  // The guide is text with a little script, which takes nothing along that it does not use.
  if (owners.length > 1 && owners.some((owner) => /[\\/]guide-script\.ts$/.test(owner))) return 'basics'
  if (!owners.some((owner) => isPage(owner, modules)) || pagesOf(id, modules).size < 2) return null
  const isOfFirstPaint = owners.some(isFirstPaintEntry)
  for (const chunk of Object.keys(sharedChunks) as (keyof typeof sharedChunks)[]) {
    const isExcluded = !isOfFirstPaint && chunk === 'prices'
    if (!isExcluded && owners.every((owner) => sharedChunks[chunk].test(owner))) return chunk
  }
  return isOfFirstPaint ? 'shared' : 'rest'
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
            ...groups.map((group, at) => ({
              name: (id: string, modules: Modules) => (sharedChunkOf(id, modules) === group ? group : null),
              debugName: group,
              test: /\.tsx?$|preact/,
              priority: groups.length - at,
            })),
            {
              name: (id, modules) => (isOfOnePage(id, modules) ? null : 'style'),
              debugName: 'style',
              test: /\.css$/,
              priority: groups.length + 1,
            },
          ],
        },
      },
    },
    license: { fileName: 'THIRD-PARTY-NOTICES.txt' },
    reportCompressedSize: false,
  },
})
