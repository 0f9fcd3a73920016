import type { IncomingHttpHeaders } from 'node:http'
import { answerHeaders } from '@p2p-rates/contract'
import { LRUCache } from 'lru-cache'
import { retryAfter } from '../../../base/errors/api-error.js'
import { tooManyStatus } from '../../../base/errors/too-many.js'
import type { Clock } from '../../../base/time/clock.js'
import type { ViewBoard } from '../../../market/price-pages/price-page-service.js'
import {
  type EncodedText,
  type Etags,
  encodedText,
  etagsOf,
  htmlType,
  matchingEtag,
  wantedEncodings,
} from '../../encodings.js'
import { contentHeaders, headerList, noStore, type Reply } from '../../reply.js'
import { type Language, languageOf } from '../language.js'
import { failedWords, fillPlaceholders } from '../page-words.js'
import { type PlainWords, plainPage, plainStyleSource } from '../plain-page.js'
import { againSeconds, boardPage, boardPicture, policyOf } from './board-page-and-picture.js'
import { boardText, boardWords } from './board-text.js'

type RenderedBoard = {
  readonly text: string
  readonly policy: string
  readonly etags: Etags
  readonly rendered: EncodedText
}
type CachedBoard = { readonly second: number; readonly board: Promise<RenderedBoard | null> }

/** Bounds the boards requested within one second. */
const capacity = 2_000
const keptSeconds = 5

type Widgets = {
  readonly view: ViewBoard
  readonly isSimulated: () => boolean
  readonly replayedAt: (() => string) | null
  readonly clock: Clock
  readonly cachedBoards: LRUCache<string, CachedBoard>
}

export type WidgetRequest = { readonly id: string; readonly form: 'page' | 'screen' | 'picture' }

export function parseWidgetPath(path: string): WidgetRequest | null {
  const [, id, ending = ''] = /^\/board\/([\w-]{1,64})(\.svg|\/screen)?$/.exec(path) ?? []
  return id === undefined ? null : { id, form: formOf[ending] ?? 'page' }
}

/** Public price boards. Each is loaded at most once a second and rendered only if it has changed. */
export function createWidgetRenderer(ports: Omit<Widgets, 'cachedBoards'>) {
  const widgets: Widgets = { ...ports, cachedBoards: new LRUCache({ max: capacity }) }
  return {
    renderWidget: (asked: WidgetRequest, headers: IncomingHttpHeaders): Promise<Reply> =>
      renderWidget(widgets, asked, headers),
    tooManyRequestsPage: (headers: IncomingHttpHeaders, waitSeconds: number): Reply =>
      messagePage(tooManyStatus, headers, [...retryAfter(waitSeconds), ...refreshHeader], (language) => {
        const { title, todo } = boardWords[language].tooMany
        return { title, todo: fillPlaceholders(todo, { seconds: String(waitSeconds) }) }
      }),
    errorPage: (headers: IncomingHttpHeaders, status: 500 | 503, id: string): Reply =>
      messagePage(status, headers, refreshHeader, (language) => failedWords(language, id)),
  }
}

export type WidgetRenderer = ReturnType<typeof createWidgetRenderer>

async function renderWidget(widgets: Widgets, asked: WidgetRequest, headers: IncomingHttpHeaders): Promise<Reply> {
  const { isSimulated, replayedAt } = widgets
  const board = await renderOncePerSecond(widgets, asked)
  if (board === null) return messagePage(404, headers, [], (language) => ({ title: boardWords[language].none }))
  const encoding = wantedEncodings(headers['accept-encoding'])[0] ?? 'identity'
  const held = matchingEtag(headers['if-none-match'], board.etags, board.etags[encoding])
  const replyHeaders = [
    ...headerList({
      [answerHeaders.etag.name]: held ?? board.etags[encoding],
      [answerHeaders.cacheControl.name]: `public, max-age=${keptSeconds}`,
      [answerHeaders.vary.name]: 'Accept-Encoding',
    }),
    ...(isSimulated() ? [answerHeaders.simulated.name, 'true'] : []),
    ...(replayedAt === null ? [] : [answerHeaders.replay.name, replayedAt()]),
    ...boardHeaders(board.policy),
  ]
  if (held !== null) return { status: 304, headers: replyHeaders, body: null }
  const form = await board.rendered.encodedAs(encoding)
  return { status: 200, headers: [...form.headers, ...replyHeaders], body: form.body }
}

function renderOncePerSecond(widgets: Widgets, asked: WidgetRequest): Promise<RenderedBoard | null> {
  const { cachedBoards, clock } = widgets
  const name = `${asked.form} ${asked.id}`
  const second = Math.floor(clock.monoMs() / 1000)
  const last = cachedBoards.get(name)
  if (last?.second === second) return last.board
  const before = last?.board.catch(() => null) ?? Promise.resolve(null)
  const showing: CachedBoard = { second, board: renderBoard(widgets, asked, before) }
  cachedBoards.set(name, showing)
  showing.board.catch(() => {
    if (cachedBoards.peek(name) === showing) cachedBoards.delete(name)
  })
  return showing.board
}

async function renderBoard(
  { view, isSimulated, replayedAt }: Widgets,
  { id, form }: WidgetRequest,
  before: Promise<RenderedBoard | null>,
): Promise<RenderedBoard | null> {
  const seen = await view(id)
  if (seen === null) return null
  const text = boardText(seen, { isSimulated: isSimulated(), isReplay: replayedAt !== null })
  const made =
    form === 'picture'
      ? { ...boardPicture(text, seen.board), type: pictureType }
      : { ...boardPage(text, seen.board, form), type: htmlType }
  const last = await before
  if (last?.text === made.text) return last
  return { ...made, etags: etagsOf(Buffer.from(made.text, 'utf8')), rendered: encodedText(made.text, made.type) }
}

function messagePage(
  status: number,
  headers: IncomingHttpHeaders,
  more: readonly string[],
  inWords: (language: Language) => PlainWords,
): Reply {
  const language = languageOf(headers['accept-language'])
  const { title, todo } = inWords(language)
  const body = Buffer.from(plainPage(language, todo === undefined ? { title } : { title, todo }), 'utf8')
  return { status, headers: [...contentHeaders(htmlType, body), ...noStore, ...more, ...boardHeaders(plain)], body }
}

const formOf: Readonly<Record<string, WidgetRequest['form']>> = { '.svg': 'picture', '/screen': 'screen' }

const pictureType = 'image/svg+xml'
const plain = policyOf(plainStyleSource)
/** Without a script, the reload header is the only retry of an error page. */
const refreshHeader: readonly string[] = ['Refresh', String(againSeconds)]

/** The URL is the desk's secret, and any origin may embed it. */
const boardHeaders = (policy: string): readonly string[] =>
  headerList({
    'Content-Security-Policy': policy,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'X-Robots-Tag': 'noindex',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  })
