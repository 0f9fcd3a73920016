import type { NewPriceBoard, PriceBoard, PriceBoardChange, PriceBoardList } from '@p2p-rates/contract'
import type { Answer } from './answer.js'
import type { RequestOptions } from './options.js'
import type { Ask } from './send.js'

/** Price boards: rules as a page and a picture that everybody can see. */
export type Boards = {
  /** All of the account, the oldest first. */
  list(options?: RequestOptions): Answer<PriceBoardList>
  /**
   * Shows rules to everybody who knows the address.
   *
   * @example
   * const { url } = await p2p.boards.create({ title: 'Our rates', rules: [id], tz: 'Europe/Kyiv' })
   * console.log(`<iframe src="${url}"></iframe>`)
   */
  create(board: NewPriceBoard, options?: RequestOptions): Answer<PriceBoard>
  get(id: string, options?: RequestOptions): Answer<PriceBoard>
  /** What is absent stays; so do the addresses. */
  update(id: string, change: PriceBoardChange, options?: RequestOptions): Answer<PriceBoard>
  /** Its addresses lead nowhere from then on. */
  delete(id: string, options?: RequestOptions): Answer<void>
}

export const createBoards = (ask: Ask): Boards => ({
  list: (options) => ask('GET', '/boards', {}, options),
  create: (body, options) => ask('POST', '/boards', { body }, options),
  get: (id, options) => ask('GET', '/boards/{id}', { params: { id } }, options),
  update: (id, body, options) => ask('PATCH', '/boards/{id}', { params: { id }, body }, options),
  delete: (id, options) => ask('DELETE', '/boards/{id}', { params: { id } }, options),
})
