import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildOpenApi, defaultPlans, webApiEndpoints } from '@p2p-rates/contract'
import { build } from 'vite'
import { languages, readGuide } from '../../../tools/guide/guide.js'
import { addressOf } from '../../../tools/guide/links.js'
import { browsers } from '../browsers.js'
import { type Assets, type Guide, guidePage } from './guide-page.js'
import { llmsFullTxt, llmsTxt, markdownPage } from './markdown-and-llms-txt.js'
import { searchIndex } from './search-index.js'

function guideFiles(guide: Guide): ReadonlyMap<string, string> {
  const { pages } = guide
  return new Map([
    ...pages.flatMap((page) => [
      [`${addressOf(page).slice(1)}.html`, guidePage(page, guide)] as const,
      [`${addressOf(page).slice(1)}.md`, markdownPage(page, pages)] as const,
    ]),
    ['docs/search.json', JSON.stringify(searchIndex('en', pages))],
    ['docs/uk/search.json', JSON.stringify(searchIndex('uk', pages))],
    ['docs/openapi.json', JSON.stringify(buildOpenApi({ plans: defaultPlans }))],
    ['docs/web-openapi.json', JSON.stringify(buildOpenApi({ plans: defaultPlans, endpoints: webApiEndpoints }))],
    ['llms.txt', llmsTxt(pages)],
    ['llms-full.txt', llmsFullTxt(pages)],
  ])
}

export const wholeGuide = () => languages.flatMap((language) => readGuide(language))

export async function writeGuide(dist: string, version: string): Promise<void> {
  const assets = assetsIn(dist, await buildStyles(dist))
  for (const [path, text] of guideFiles({ pages: wholeGuide(), assets, version })) {
    mkdirSync(dirname(join(dist, path)), { recursive: true })
    writeFileSync(join(dist, path), text)
  }
}

type Manifest = Readonly<Record<string, { readonly file: string; readonly imports?: readonly string[] }>>

function assetsIn(dist: string, ownStyles: string): Assets {
  const manifest = JSON.parse(readFileSync(join(dist, 'manifest.json'), 'utf8')) as Manifest
  const page = readFileSync(join(dist, 'index.html'), 'utf8')
  const found = (pattern: RegExp) => pattern.exec(page)?.[1] ?? missing(pattern.source)
  const script = manifest['docs/guide-script.ts'] ?? missing('docs/guide-script.ts')
  return {
    theme: found(/src="(\/assets\/theme-[\w-]+\.js)"/),
    icon: found(/href="([^"]+\.svg)"/),
    script: `/${script.file}`,
    imports: (script.imports ?? []).map((name) => `/${manifest[name]?.file ?? missing(name)}`),
    styles: [...[...page.matchAll(/rel="stylesheet"[^>]*href="([^"]+)"/g)].map(([, path = '']) => path), ownStyles],
  }
}

const missing = (what: string): never => {
  throw new Error(`The build has no ${what}.`)
}

const source = (path: string) => fileURLToPath(new URL(path, import.meta.url))

async function buildStyles(dist: string): Promise<string> {
  const built = await build({
    configFile: false,
    root: source('../src'),
    logLevel: 'error',
    build: {
      outDir: dist,
      emptyOutDir: false,
      target: browsers,
      rolldownOptions: { input: source('../src/docs/docs.css') },
    },
  })
  const files = 'output' in built ? built.output.map(({ fileName }) => fileName) : []
  const [styles] = files
  if (styles === undefined || files.length > 1) throw new Error(`One file of styles was to be built, not ${files}.`)
  return `/${styles}`
}
