import type { IncomingHttpHeaders } from 'node:http'
import { answerHeaders } from '@p2p-rates/contract'
import { LRUCache } from 'lru-cache'
import { retryAfter } from '../../errors/retry-after.js'
import { createEncodingReader } from '../../http/encodings.js'
import { type Etags, etagsOf, heldEtag } from '../../http/etags.js'
import { contentHeaders, noStore, type Reply } from '../../http/reply.js'
import type { AskedBoard, ShownBoards } from '../../http/widget-routes.js'
import type { ViewBoard } from '../../price-pages/board-view.js'
import type { Clock } from '../../time/clock.js'
import { type Drawn, drawn, htmlType } from '../drawn.js'
import { type Language, languageOf } from '../language.js'
import { inserted, pageWords } from '../page-words.js'
import { type PlainWords, plainPage, plainStyleSource } from '../plain-page.js'
import { boardText } from './board-lines.js'
import { againSeconds, boardPage } from './board-page.js'
import { boardPicture } from './board-picture.js'
import { policyOf } from './board-styles.js'
import { boardWords } from './board-words.js'

type DrawnBoard = { readonly text: string; readonly policy: string; readonly etags: Etags; readonly drawn: Drawn }
type Showing = { readonly second: number; readonly board: Promise<DrawnBoard | null> }

/** Bounds the boards requested within one second. */
const capacity = 2_000
const keptSeconds = 5

/** Public price boards. Each is loaded at most once a second and rendered only if it has changed. */
export function createShownBoards(ports: {
  readonly view: ViewBoard
  readonly isSimulated: () => boolean
  readonly replayedAt: (() => string) | null
  readonly clock: Clock
}): ShownBoards {
  const { view, isSimulated, replayedAt, clock } = ports
  const wantedEncodings = createEncodingReader()
  const showings = new LRUCache<string, Showing>({ max: capacity })

  const draw = async ({ id, form }: AskedBoard, before: Promise<DrawnBoard | null>): Promise<DrawnBoard | null> => {
    const seen = await view(id)
    if (seen === null) return null
    const text = boardText(seen, { isSimulated: isSimulated(), isReplay: replayedAt !== null })
    const made =
      form === 'picture'
        ? { ...boardPicture(text, seen.board), type: pictureType }
        : { ...boardPage(text, seen.board, form), type: htmlType }
    const last = await before
    if (last?.text === made.text) return last
    return { ...made, etags: etagsOf(Buffer.from(made.text, 'utf8')), drawn: drawn(made.text, made.type) }
  }

  const drawOnce = (asked: AskedBoard): Promise<DrawnBoard | null> => {
    const name = `${asked.form} ${asked.id}`
    const second = Math.floor(clock.monoMs() / 1000)
    const last = showings.get(name)
    if (last?.second === second) return last.board
    const before = last?.board.catch(() => null) ?? Promise.resolve(null)
    const showing: Showing = { second, board: draw(asked, before) }
    showings.set(name, showing)
    showing.board.catch(() => {
      if (showings.peek(name) === showing) showings.delete(name)
    })
    return showing.board
  }

  const instead = (status: number, headers: IncomingHttpHeaders, more: readonly string[], inWords: InWords): Reply => {
    const language = languageOf(headers['accept-language'])
    const { title, todo } = inWords(language)
    const body = Buffer.from(plainPage(language, todo === undefined ? { title } : { title, todo }), 'utf8')
    return { status, headers: [...contentHeaders(htmlType, body), ...noStore, ...more, ...boardHeaders(plain)], body }
  }

  return {
    at: (path) => {
      const [, id, ending = ''] = /^\/board\/([\w-]{1,64})(\.svg|\/screen)?$/.exec(path) ?? []
      return id === undefined ? null : { id, form: formOf[ending] ?? 'page' }
    },
    show: async (asked, headers) => {
      const board = await drawOnce(asked)
      if (board === null) return instead(404, headers, [], (language) => ({ title: boardWords[language].none }))
      const encoding = wantedEncodings(headers['accept-encoding'])[0] ?? 'identity'
      const held = heldEtag(headers['if-none-match'], board.etags, board.etags[encoding])
      const told = [
        answerHeaders.etag.name,
        held ?? board.etags[encoding],
        answerHeaders.cacheControl.name,
        `public, max-age=${keptSeconds}`,
        answerHeaders.vary.name,
        'Accept-Encoding',
        ...(isSimulated() ? [answerHeaders.simulated.name, 'true'] : []),
        ...(replayedAt === null ? [] : [answerHeaders.replay.name, replayedAt()]),
        ...boardHeaders(board.policy),
      ]
      if (held !== null) return { status: 304, headers: told, body: null }
      const form = await board.drawn.as(encoding)
      return { status: 200, headers: [...form.headers, ...told], body: form.body }
    },
    sayTooMany: (headers, waitSeconds) =>
      instead(429, headers, [...retryAfter(waitSeconds), ...tryAgain], (language) =>
        inserted(boardWords[language].tooMany, { seconds: String(waitSeconds) }),
      ),
    sayFailed: (headers, status, id) =>
      instead(status, headers, tryAgain, (language) => inserted(pageWords[language].failed, { id })),
  }
}

const formOf: Readonly<Record<string, AskedBoard['form']>> = { '.svg': 'picture', '/screen': 'screen' }

type InWords = (language: Language) => PlainWords

const pictureType = 'image/svg+xml'
const plain = policyOf(plainStyleSource)
/** Without a script, the reload header is the only retry of an error page. */
const tryAgain: readonly string[] = ['Refresh', String(againSeconds)]

/** The URL is the desk's secret, and any origin may embed it. */
const boardHeaders = (policy: string): readonly string[] => [
  'Content-Security-Policy',
  policy,
  'X-Content-Type-Options',
  'nosniff',
  'Referrer-Policy',
  'no-referrer',
  'X-Robots-Tag',
  'noindex',
  'Cross-Origin-Resource-Policy',
  'cross-origin',
]
