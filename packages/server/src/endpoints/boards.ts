import {
  createBoard,
  deleteBoard,
  type EndpointName,
  getBoard,
  listBoards,
  mostBoards,
  presentBoard,
  updateBoard,
} from '@p2p-rates/contract'
import { accountOf } from '../accounts/actor.js'
import type { BoardRoom } from '../boards/board-room.js'
import type { SavedBoard } from '../boards/saved-board.js'
import { type ImplementationsOf, implement } from '../http/implement.js'

export function boardEndpoints(
  boards: BoardRoom,
  publicUrl: () => string,
): ImplementationsOf<Extract<EndpointName, `boards.${string}`>> {
  const present = (board: SavedBoard) => presentBoard(board, publicUrl())
  return {
    'boards.list': implement(listBoards, async ({ actor }) => ({
      answer: { boards: (await boards.list(accountOf(actor).id)).map(present), limit: mostBoards },
    })),
    'boards.create': implement(createBoard, async ({ body, actor }) => ({
      answer: present(await boards.create(accountOf(actor), body)),
    })),
    'boards.get': implement(getBoard, async ({ params, actor }) => ({
      answer: present(await boards.get(accountOf(actor).id, params.id)),
    })),
    'boards.update': implement(updateBoard, async ({ params, body, actor }) => ({
      answer: present(await boards.update(accountOf(actor).id, params.id, body)),
    })),
    'boards.delete': implement(deleteBoard, async ({ params, actor }) => {
      await boards.delete(accountOf(actor).id, params.id)
      return { nothing: true }
    }),
  }
}
