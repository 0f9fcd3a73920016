import { answerHeaders, type Quote, type Rates } from '@p2p-rates/contract'
import type { Fiat } from '@p2p-rates/core'
import { LRUCache } from 'lru-cache'
import { createEncodingReader } from '../http/encodings.js'
import type { Pages, Visit } from '../http/pages.js'
import { contentHeaders, noStore, type Reply } from '../http/reply.js'
import type { Clock } from '../time/clock.js'
import { version } from '../version.js'
import type { BuiltPages } from './built-pages.js'
import { describePage } from './describe-page.js'
import { documentNames, documentsBeyond } from './document-names.js'
import { type Drawn, drawn, htmlType } from './drawn.js'
import { createFileReplies, type FileReplies } from './file-replies.js'
import { createFilling } from './fill-template.js'
import { askFirst, firstAnswerJson } from './first-answers.js'
import { type FoundPage, findPage } from './known-pages.js'
import { type Language, readerLanguage } from './language.js'
import { pageHeaders, plainHeaders } from './page-headers.js'
import { inserted, pageWords } from './page-words.js'
import { plainPage } from './plain-page.js'
import { robotsText } from './robots.js'
import { withSimulatedGuide } from './simulated-guide.js'

export function createPages(ports: {
  built: BuiltPages | null
  startFiat: Fiat
  /** Visitors may read the pages about prices. */
  areOpen: boolean
  isSimulated: () => boolean
  publicUrl: string | undefined
  clock: Clock
}): Pages {
  const { built, startFiat, areOpen, isSimulated, publicUrl, clock } = ports
  const honest: FileReplies = built === null ? () => null : createFileReplies(built)
  const simulated: FileReplies = built === null ? () => null : createFileReplies(withSimulatedGuide(built))
  const files: FileReplies = (...asked) => (isSimulated() ? simulated : honest)(...asked)
  const fill = built === null ? null : createFilling(built.template)
  const picture = built?.encodingsOf(pictureName) == null ? null : pictureName
  const wantedEncodings = createEncodingReader()
  /** Pages of visitors, shared and rendered at most once a second. */
  const shared = new LRUCache<string, Promise<Drawn>>({ max: 200 })

  const draw = async (
    found: FoundPage | null,
    { who, ask, isOverLimit, search }: Visit,
    language: Language,
  ): Promise<Drawn> => {
    if (built === null || fill === null) return drawn(plainPage(language, pageWords[language].notBuilt))
    const answers = found === null || isOverLimit ? new Map() : await askFirst(found, ask)
    const account = who.kind === 'session' ? await ask('/account') : null
    const wish = found === null || isOverLimit ? null : quoteIn(found, search)
    const quote = wish === null ? null : await ask(wish)
    const rates = answers.get(`/rates?fiat=${found?.parts.fiat}&include=confidence`)
    const modules = [
      ...(found === null ? [] : [found.page.module]),
      ...['common', ...(found?.page.words ?? [])].map((area) => wordsModule(language, area)),
    ]
    const facts = { serverTimeMs: clock.wallMs(), version, isSimulated: isSimulated(), fiat: startFiat }
    return drawn(
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
        first: firstAnswerJson({ ...facts, account, answers }),
      }),
    )
  }

  const drawOnce = (found: FoundPage | null, visit: Visit, language: Language): Promise<Drawn> => {
    if (visit.who.kind === 'session') return draw(found, visit, language)
    const name = `${Math.floor(clock.monoMs() / 1000)} ${language} ${visit.isOverLimit} ${found?.address ?? ''} ${found === null ? '' : quoteIn(found, visit.search)}`
    const page = shared.get(name) ?? draw(found, visit, language)
    shared.set(name, page)
    page.catch(() => shared.delete(name))
    return page
  }

  const isClosed = (access: 'everybody' | 'reader' | 'session', { who }: Visit): boolean =>
    who.kind === 'visitor' && (access === 'session' || (access === 'reader' && !areOpen))

  const documentAt = (path: string): string | null =>
    documentNames(path).find((name) => built !== null && built.encodingsOf(name) !== null) ?? null

  const documentBeyond = (path: string, language: Language): string | null =>
    documentsBeyond(path, language).find((address) => documentAt(address) !== null) ?? null

  const showDocument = async (name: string, visit: Visit): Promise<Reply> => {
    if (isClosed('reader', visit)) return logInFirst(visit)
    const reply = files(name, visit.headers, areOpen ? 'public, no-cache' : 'private, no-cache')
    return reply ?? showPage(null, visit)
  }

  const showPage = async (found: FoundPage | null, visit: Visit): Promise<Reply> => {
    const language = readerLanguage(visit.headers)
    const page = await drawOnce(found, visit, language)
    const isPersonal = visit.who.kind === 'session'
    // Don't compress personal pages: next to text from a URL, the length would leak secrets (BREACH).
    const [encoding] = isPersonal ? (['identity'] as const) : wantedEncodings(visit.headers['accept-encoding'])
    const { headers, body } = await page.as(encoding ?? 'identity')
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
    file: (path, headers) => {
      if (path === '/robots.txt') return Promise.resolve(robots(areOpen && built !== null))
      const name = path.slice(1)
      if (documentNames(path).length > 0) return null
      return files(
        name,
        headers,
        name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      )
    },
    has: (path) =>
      findPage(path, startFiat) !== null || documentAt(path) !== null || documentBeyond(path, 'en') !== null,
    show: async (visit) => {
      const name = documentAt(visit.path)
      if (name !== null) return showDocument(name, visit)
      const beyond = documentBeyond(visit.path, readerLanguage(visit.headers))
      if (beyond !== null) return redirect(beyond + visit.search)
      const found = findPage(visit.path, startFiat)
      if (found === null) return showPage(null, visit)
      if (isClosed(found.page.access, visit)) return logInFirst(visit)
      return found.address === visit.path ? showPage(found, visit) : redirect(found.address + visit.search)
    },
    sayFailed: (headers, id) => {
      const language = readerLanguage(headers)
      const body = Buffer.from(plainPage(language, inserted(pageWords[language].failed, { id })), 'utf8')
      return { status: 500, headers: [...contentHeaders(htmlType, body), ...noStore, ...plainHeaders], body }
    },
  }
}

function quoteIn({ page, parts }: FoundPage, search: string): string | null {
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

const wordsModule = (language: Language, area: string): string =>
  area === 'common' ? `words/common/${language}.ts` : `words/${language}/${area}.ts`

const pictureName = 'preview.png'

const redirect = (address: string): Reply => ({
  status: 302,
  headers: ['Location', address, 'Content-Length', '0', ...noStore, ...pageHeaders],
  body: null,
})

const logInFirst = ({ path, search }: Visit): Reply => redirect(`/login?next=${encodeURIComponent(path + search)}`)

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
