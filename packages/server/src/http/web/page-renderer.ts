import { answerHeaders, type Quote, type Rates } from '@p2p-rates/contract'
import type { Fiat } from '@p2p-rates/core'
import { LRUCache } from 'lru-cache'
import type { Clock } from '../../base/time/clock.js'
import { version } from '../../base/version.js'
import { createEncodingReader, type EncodedText, encodedText, htmlType } from '../encodings.js'
import type { PageRenderer, Visit } from '../page-routes.js'
import { contentHeaders, noStore, type Reply } from '../reply.js'
import {
  type BuiltPages,
  createStaticFileReplies,
  documentationFileNames,
  documentationRedirects,
  type StaticFileReplies,
  withGuideSimulationMark,
} from './built-pages.js'
import { bootstrapJson, describePage, fetchBootstrapAnswers } from './describe-page.js'
import { createTemplateFiller } from './fill-template.js'
import { type FoundPage, findPage } from './known-pages.js'
import { type Language, readerLanguage } from './language.js'
import { fillPlaceholders, pageWords } from './page-words.js'
import { pageHeaders, plainHeaders, plainPage } from './plain-page.js'

export function createPageRenderer(ports: {
  built: BuiltPages | null
  startFiat: Fiat
  /** Visitors may read the pages about prices. */
  areOpen: boolean
  isSimulated: () => boolean
  publicUrl: string | undefined
  clock: Clock
}): PageRenderer {
  const { built, startFiat, areOpen, isSimulated, publicUrl, clock } = ports
  const realFiles: StaticFileReplies = built === null ? () => null : createStaticFileReplies(built)
  const simulatedFiles: StaticFileReplies =
    built === null ? () => null : createStaticFileReplies(withGuideSimulationMark(built))
  const files: StaticFileReplies = (...asked) => (isSimulated() ? simulatedFiles : realFiles)(...asked)
  const fill = built === null ? null : createTemplateFiller(built.template)
  const picture = built?.encodingsOf(pictureName) == null ? null : pictureName
  const wantedEncodings = createEncodingReader()
  /** Pages of visitors, shared and rendered at most once a second. */
  const shared = new LRUCache<string, Promise<EncodedText>>({ max: 200 })

  const renderNow = async (
    found: FoundPage | null,
    { viewer, fetchEmbedded, isOverLimit, search }: Visit,
    language: Language,
  ): Promise<EncodedText> => {
    if (built === null || fill === null) return encodedText(plainPage(language, pageWords[language].notBuilt))
    const answers = found === null || isOverLimit ? new Map() : await fetchBootstrapAnswers(found, fetchEmbedded)
    const account = viewer.kind === 'session' ? await fetchEmbedded('/account') : null
    const quoteAddress = found === null || isOverLimit ? null : quoteAddressOf(found, search)
    const quote = quoteAddress === null ? null : await fetchEmbedded(quoteAddress)
    const rates = answers.get(`/rates?fiat=${found?.parts.fiat}&include=confidence`)
    const modules = [
      ...(found === null ? [] : [found.page.module]),
      ...['common', ...(found?.page.words ?? [])].map((area) => translationModule(language, area)),
    ]
    const facts = { serverTimeMs: clock.wallMs(), version, isSimulated: isSimulated(), fiat: startFiat }
    return encodedText(
      fill({
        ...describePage({
          found,
          rates: rates === undefined ? null : (JSON.parse(rates) as Rates),
          quote: quote === null ? null : (JSON.parse(quote) as Quote),
          language,
          isSimulated: facts.isSimulated,
          publicUrl,
          picture,
        }),
        language,
        chunks: modules.flatMap(built.chunksOf),
        styles: modules.flatMap(built.stylesOf),
        first: bootstrapJson({ ...facts, account, answers }),
      }),
    )
  }

  const renderShared = (found: FoundPage | null, visit: Visit, language: Language): Promise<EncodedText> => {
    if (visit.viewer.kind === 'session') return renderNow(found, visit, language)
    const name = `${Math.floor(clock.monoMs() / 1000)} ${language} ${visit.isOverLimit} ${found?.address ?? ''} ${found === null ? '' : quoteAddressOf(found, visit.search)}`
    const page = shared.get(name) ?? renderNow(found, visit, language)
    shared.set(name, page)
    page.catch(() => shared.delete(name))
    return page
  }

  const needsLogin = (access: 'public' | 'reader' | 'session', { viewer }: Visit): boolean =>
    viewer.kind === 'visitor' && (access === 'session' || (access === 'reader' && !areOpen))

  const documentAt = (path: string): string | null =>
    documentationFileNames(path).find((name) => built !== null && built.encodingsOf(name) !== null) ?? null

  const documentRedirect = (path: string, language: Language): string | null =>
    documentationRedirects(path, language).find((address) => documentAt(address) !== null) ?? null

  const showDocument = async (name: string, visit: Visit): Promise<Reply> => {
    if (needsLogin('reader', visit)) return redirectToLogin(visit)
    const reply = files(name, visit.headers, areOpen ? 'public, no-cache' : 'private, no-cache')
    return reply ?? showPage(null, visit)
  }

  const showPage = async (found: FoundPage | null, visit: Visit): Promise<Reply> => {
    const language = readerLanguage(visit.headers)
    const page = await renderShared(found, visit, language)
    const isPersonal = visit.viewer.kind === 'session'
    // Don't compress personal pages: next to text from a URL, the length would leak secrets (BREACH).
    const [encoding] = isPersonal ? (['identity'] as const) : wantedEncodings(visit.headers['accept-encoding'])
    const { headers, body } = await page.encodedAs(encoding ?? 'identity')
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

  return {
    serveFile: (path, headers) => {
      if (path === '/robots.txt') return Promise.resolve(robots(areOpen && built !== null))
      const name = path.slice(1)
      if (documentationFileNames(path).length > 0) return null
      return files(
        name,
        headers,
        name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      )
    },
    has: (path) =>
      findPage(path, startFiat) !== null || documentAt(path) !== null || documentRedirect(path, 'en') !== null,
    renderPage: async (visit) => {
      const name = documentAt(visit.path)
      if (name !== null) return showDocument(name, visit)
      const beyond = documentRedirect(visit.path, readerLanguage(visit.headers))
      if (beyond !== null) return redirect(beyond + visit.search)
      const found = findPage(visit.path, startFiat)
      if (found === null) return showPage(null, visit)
      if (needsLogin(found.page.access, visit)) return redirectToLogin(visit)
      return found.address === visit.path ? showPage(found, visit) : redirect(found.address + visit.search)
    },
    errorPage: (headers, id) => {
      const language = readerLanguage(headers)
      const body = Buffer.from(plainPage(language, fillPlaceholders(pageWords[language].failed, { id })), 'utf8')
      return { status: 500, headers: [...contentHeaders(htmlType, body), ...noStore, ...plainHeaders], body }
    },
  }
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

function robots(areOpen: boolean): Reply {
  const body = Buffer.from(robotsText(areOpen), 'utf8')
  return {
    status: 200,
    headers: [
      ...contentHeaders('text/plain; charset=utf-8', body),
      answerHeaders.cacheControl.name,
      'public, max-age=3600',
      ...pageHeaders,
    ],
    body,
  }
}

export const robotsText = (areOpen: boolean): string =>
  [
    'User-agent: *',
    ...(areOpen ? ['/api/', '/web/', '/dev', '/admin', '/login', '/setup', '/join', '/reset'] : ['/']).map(
      (path) => `Disallow: ${path}`,
    ),
    '',
  ].join('\n')
