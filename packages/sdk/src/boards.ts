import type { NewPriceBoard, PriceBoardChange, PriceBoardList, PricePage } from '@p2p-rates/contract'
import type { APIPromise } from './api-promise.js'
import type { RequestOptions } from './options.js'
import type { TypedSend } from './send.js'

/** Price boards: public pages and pictures that show the prices of rules. */
export type Boards = {
  /** All of the account, the oldest first. */
  list(options?: RequestOptions): APIPromise<PriceBoardList>
  /**
   * Create a board that is public to anyone with its URL.
   *
   * @example
   * const { url } = await p2p.boards.create({ title: 'Our rates', rules: [id], tz: 'Europe/Kyiv' })
   * console.log(`<iframe src="${url}"></iframe>`)
   */
  create(board: NewPriceBoard, options?: RequestOptions): APIPromise<PricePage>
  get(id: string, options?: RequestOptions): APIPromise<PricePage>
  /** Change only the given fields. The URLs stay the same. */
  update(id: string, change: PriceBoardChange, options?: RequestOptions): APIPromise<PricePage>
  /** Its addresses lead nowhere from then on. */
  delete(id: string, options?: RequestOptions): APIPromise<void>
}

export const createBoards = (send: TypedSend): Boards => ({
  list: (options) => send('GET', '/boards', {}, options),
  create: (body, options) => send('POST', '/boards', { body }, options),
  get: (id, options) => send('GET', '/boards/{id}', { params: { id } }, options),
  update: (id, body, options) => send('PATCH', '/boards/{id}', { params: { id }, body }, options),
  delete: (id, options) => send('DELETE', '/boards/{id}', { params: { id } }, options),
})
