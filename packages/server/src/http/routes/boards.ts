import {
  createBoard,
  deleteBoard,
  type EndpointName,
  getBoard,
  listBoards,
  mostBoards,
  toBoardResponse,
  updateBoard,
} from '@p2p-rates/contract'
import { accountOf } from '../../accounts/actor.js'
import type { SavedBoard } from '../../market/price-pages/price-board-store.js'
import type { PricePageService } from '../../market/price-pages/price-page-service.js'
import { handle, type ImplementationsOf } from '../route-handler.js'

export function boardEndpoints(
  boards: PricePageService,
  publicUrl: () => string,
): ImplementationsOf<Extract<EndpointName, `boards.${string}`>> {
  const present = (board: SavedBoard) => toBoardResponse(board, publicUrl())
  return {
    'boards.list': handle(listBoards, async ({ actor }) => ({
      answer: { boards: (await boards.list(accountOf(actor).id)).map(present), limit: mostBoards },
    })),
    'boards.create': handle(createBoard, async ({ body, actor }) => ({
      answer: present(await boards.create(accountOf(actor), body)),
    })),
    'boards.get': handle(getBoard, async ({ params, actor }) => ({
      answer: present(await boards.get(accountOf(actor).id, params.id)),
    })),
    'boards.update': handle(updateBoard, async ({ params, body, actor }) => ({
      answer: present(await boards.update(accountOf(actor).id, params.id, body)),
    })),
    'boards.delete': handle(deleteBoard, async ({ params, actor }) => {
      await boards.delete(accountOf(actor).id, params.id)
      return { nothing: true }
    }),
  }
}
