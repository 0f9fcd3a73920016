import type { IncomingHttpHeaders } from 'node:http'
import { answerHeaders } from '@p2p-rates/contract'
import type { Exchanges, Fiat } from '@p2p-rates/core'
import { LRUCache } from 'lru-cache'
import type { Clock } from '../../base/time/clock.js'
import { version } from '../../base/version.js'
import { type EncodedText, encodedText, htmlType, keepUnlessFailed, wantedEncodings } from '../encodings.js'
import type { Visit } from '../page-routes.js'
import { contentHeaders, noStore, type Reply } from '../reply.js'
import {
  type BuiltPages,
  createStaticFileReplies,
  documentationFileNames,
  documentationRedirects,
  entryModule,
  type StaticFileReplies,
  withGuideSimulationMark,
} from './built-pages.js'
import { bootstrapJson, describePage, fetchBootstrapAnswers } from './describe-page.js'
import { createTemplateFiller, escapeHtml } from './fill-template.js'
import { type FoundPage, findPage, readerAddresses } from './known-pages.js'
import { type Language, readerLanguage } from './language.js'
import { failedWords, pageWords } from './page-words.js'
import { pageHeaders, plainHeaders, plainPage } from './plain-page.js'

type Pages = {
  readonly exchanges: Exchanges
  readonly built: BuiltPages | null
  readonly startFiat: Fiat
  /** True if visitors may read the pages about prices. */
  readonly areOpen: boolean
  readonly isSimulated: () => boolean
  readonly publicUrl: string | undefined
  readonly clock: Clock
}

type Renderer = Pages & {
  readonly files: StaticFileReplies
  readonly fill: ReturnType<typeof createTemplateFiller> | null
  /** Pages of visitors, shared and rendered at most once a second. */
  readonly shared: LRUCache<string, Promise<EncodedText>>
}

export function createPageRenderer(pages: Pages) {
  const { built, startFiat, areOpen, exchanges, publicUrl } = pages
  const renderer: Renderer = {
    ...pages,
    files: filesOf(pages),
    fill: built && createTemplateFiller(built.template),
    shared: new LRUCache({ max: 200 }),
  }
  return {
    serveFile: (path: string, headers: IncomingHttpHeaders): Promise<Reply> | null => {
      const isListed = areOpen && built !== null
      if (path === '/robots.txt') return Promise.resolve(textFile('text/plain', robotsText(isListed, publicUrl)))
      if (path === '/sitemap.xml' && isListed && publicUrl !== undefined)
        return Promise.resolve(textFile('application/xml', sitemapText(publicUrl)))
      if (documentationFileNames(path).length > 0) return null
      const name = path.slice(1)
      const keeping = name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600'
      return renderer.files(name, headers, keeping)
    },
    has: (path: string): boolean =>
      findPage(path, startFiat, exchanges.ids) !== null ||
      documentAt(built, path) !== null ||
      redirectOf(built, path, 'en') !== null,
    renderPage: (visit: Visit): Promise<Reply> => renderPage(renderer, visit),
    errorPage: (headers: IncomingHttpHeaders, id: string): Reply => {
      const language = readerLanguage(headers)
      const body = Buffer.from(plainPage(language, failedWords(language, id)), 'utf8')
      return { status: 500, headers: [...contentHeaders(htmlType, body), ...noStore, ...plainHeaders], body }
    },
  }
}

export type PageRenderer = ReturnType<typeof createPageRenderer>

function filesOf({ built, isSimulated }: Pages): StaticFileReplies {
  if (built === null) return () => null
  const real = createStaticFileReplies(built)
  const simulated = createStaticFileReplies(withGuideSimulationMark(built))
  return (...asked) => (isSimulated() ? simulated : real)(...asked)
}

async function renderPage(renderer: Renderer, visit: Visit): Promise<Reply> {
  const { built, startFiat, exchanges } = renderer
  const name = documentAt(built, visit.path)
  if (name !== null) return showDocument(renderer, name, visit)
  const beyond = redirectOf(built, visit.path, readerLanguage(visit.headers))
  if (beyond !== null) return redirect(beyond + visit.search)
  const found = findPage(visit.path, startFiat, exchanges.ids)
  if (found === null) return showPage(renderer, null, visit)
  if (needsLogin(renderer, found.page.access, visit)) return redirectToLogin(visit)
  return found.address === visit.path ? showPage(renderer, found, visit) : redirect(found.address + visit.search)
}

const documentAt = (built: BuiltPages | null, path: string): string | null =>
  documentationFileNames(path).find((name) => built !== null && built.encodingsOf(name) !== null) ?? null

const redirectOf = (built: BuiltPages | null, path: string, language: Language): string | null =>
  documentationRedirects(path, language).find((address) => documentAt(built, address) !== null) ?? null

const needsLogin = ({ areOpen }: Renderer, access: 'public' | 'reader' | 'session', { viewer }: Visit): boolean =>
  viewer.kind === 'visitor' && (access === 'session' || (access === 'reader' && !areOpen))

async function showDocument(renderer: Renderer, name: string, visit: Visit): Promise<Reply> {
  if (needsLogin(renderer, 'reader', visit)) return redirectToLogin(visit)
  const reply = renderer.files(name, visit.headers, renderer.areOpen ? 'public, no-cache' : 'private, no-cache')
  return reply ?? showPage(renderer, null, visit)
}

async function showPage(renderer: Renderer, found: FoundPage | null, visit: Visit): Promise<Reply> {
  const { built, isSimulated } = renderer
  const language = readerLanguage(visit.headers)
  const isPersonal = visit.viewer.kind === 'session'
  const page = await (isPersonal ? renderNow : renderShared)(renderer, found, visit, language)
  // Don't compress personal pages: next to text from a URL, the length would leak secrets (BREACH).
  const encoding = isPersonal ? 'identity' : (wantedEncodings(visit.headers['accept-encoding'])[0] ?? 'identity')
  const { headers, body } = await page.encodedAs(encoding)
  return {
    status: found === null || built === null ? 404 : 200,
    headers: [
      ...headers,
      // The page contains the server's current time, so a cache must not reuse it.
      ...(isPersonal ? noStore : [answerHeaders.cacheControl.name, 'private, no-cache']),
      answerHeaders.vary.name,
      'Accept, Accept-Encoding, Accept-Language, Cookie',
      ...(isSimulated() && found?.page.access === 'reader' ? [answerHeaders.simulated.name, 'true'] : []),
      ...(built === null ? plainHeaders : pageHeaders),
    ],
    body,
  }
}

function renderShared(
  renderer: Renderer,
  found: FoundPage | null,
  visit: Visit,
  language: Language,
): Promise<EncodedText> {
  const { shared, clock } = renderer
  const quote = found === null ? '' : quoteAddressOf(found, visit.search)
  const second = Math.floor(clock.monoMs() / 1000)
  const name = `${second} ${language} ${visit.isOverLimit} ${found?.address ?? ''} ${quote}`
  return keepUnlessFailed(shared, name, () => renderNow(renderer, found, visit, language))
}

async function renderNow(
  renderer: Renderer,
  found: FoundPage | null,
  { viewer, fetchEmbedded, isOverLimit, search }: Visit,
  language: Language,
): Promise<EncodedText> {
  const { built, fill, clock, startFiat, publicUrl } = renderer
  if (built === null || fill === null) return encodedText(plainPage(language, pageWords[language].notBuilt))
  const answers = found === null || isOverLimit ? new Map() : await fetchBootstrapAnswers(found, fetchEmbedded)
  const account = viewer.kind === 'session' ? await fetchEmbedded('/account') : null
  const quoteAddress = found === null || isOverLimit ? null : quoteAddressOf(found, search)
  const quote = quoteAddress === null ? null : await fetchEmbedded(quoteAddress)
  const rates = answers.get(`/rates?fiat=${found?.parts.fiat}&include=confidence`)
  const ads = [...answers].find(([address]) => address.startsWith('/orderbook?exchange=all&'))?.[1]
  const modules = [
    ...(found === null ? [] : [found.page.module]),
    ...['common', ...(found?.page.words ?? [])].map((area) => translationModule(language, area)),
  ]
  const { exchanges } = renderer
  const facts = {
    exchanges,
    serverTimeMs: clock.wallMs(),
    version,
    isSimulated: renderer.isSimulated(),
    fiat: startFiat,
  }
  const description = describePage({
    exchanges,
    found,
    rates: rates === undefined ? null : JSON.parse(rates),
    quote: quote === null ? null : JSON.parse(quote),
    ads: ads === undefined ? null : JSON.parse(ads),
    language,
    isSimulated: facts.isSimulated,
    publicUrl,
    picture: built.encodingsOf(pictureName) === null ? null : pictureName,
  })
  return encodedText(
    fill({
      ...description,
      language,
      chunks: [...new Set([entryModule, ...modules].flatMap(built.chunksOf))],
      styles: modules.flatMap(built.stylesOf),
      first: bootstrapJson({ ...facts, account, answers }),
    }),
  )
}

function quoteAddressOf({ page, parts }: FoundPage, search: string): string | null {
  if (page.title !== 'market') return null
  const given = new URLSearchParams(search)
  const amount = given.get('amount') ?? ''
  if (!/^\d{1,12}(\.\d{1,8})?$/.test(amount) || !(Number(amount) > 0)) return null
  const method = given.get('method') ?? ''
  const question = new URLSearchParams({
    [given.get('unit') === 'usdt' ? 'amount_usdt' : 'amount']: String(Number(amount)),
    fiat: parts.fiat,
    ...(method === '' ? {} : { payment_method: method.slice(0, 64) }),
    side: given.get('side') === 'sell' ? 'SELL' : 'BUY',
  })
  return `/quote?${question}`
}

const translationModule = (language: Language, area: string): string =>
  area === 'common' ? `words/common/${language}.ts` : `words/${language}/${area}.ts`

const pictureName = 'preview.png'

const redirect = (address: string): Reply => ({
  status: 302,
  headers: ['Location', address, 'Content-Length', '0', ...noStore, ...pageHeaders],
  body: null,
})

const redirectToLogin = ({ path, search }: Visit): Reply => redirect(`/login?next=${encodeURIComponent(path + search)}`)

function textFile(type: string, text: string): Reply {
  const body = Buffer.from(text, 'utf8')
  return {
    status: 200,
    headers: [
      ...contentHeaders(`${type}; charset=utf-8`, body),
      answerHeaders.cacheControl.name,
      'public, max-age=3600',
      ...pageHeaders,
    ],
    body,
  }
}

const robotsText = (areOpen: boolean, publicUrl: string | undefined): string =>
  [
    'User-agent: *',
    ...(areOpen ? ['/api/', '/web/', '/dev', '/admin', '/login', '/setup', '/join', '/reset'] : ['/']).map(
      (path) => `Disallow: ${path}`,
    ),
    ...(areOpen && publicUrl !== undefined ? [`Sitemap: ${publicUrl}/sitemap.xml`] : []),
    '',
  ].join('\n')

/** Pages of prices that need no login. */
const sitemapText = (publicUrl: string): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...readerAddresses().map((address) => `<url><loc>${escapeHtml(publicUrl + address)}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n')
