import {
  type BoardInput,
  createBoard,
  includesPlan,
  mostBoards,
  newBoard,
  type PriceBoardChange,
  planNeeded,
  type RulePriceInput,
  type ValuesOf,
  withPresets,
} from '@p2p-rates/contract'
import type { AccountAndKeyStore } from '../../accounts/account-and-key-store.js'
import type { LiveAccount } from '../../accounts/actor.js'
import { randomText } from '../../accounts/tokens.js'
import { ApiError } from '../../base/errors/api-error.js'
import type { OwnedRecords } from '../../base/owned-records.js'
import type { Clock } from '../../base/time/clock.js'
import { type RuleService, withoutGaps } from '../price-rules/rule-service.js'

/** Price boards that accounts publish. A deleted rule leaves all of them, because boards only reference it. */
export function createPricePageService(ports: {
  readonly store: PriceBoardStore
  readonly rules: Pick<RuleService, 'list'>
  readonly clock: Clock
}) {
  const { store, rules, clock } = ports
  const rulesOf = async (accountId: string): Promise<ReadonlySet<string>> =>
    new Set((await rules.list(accountId)).map(({ id }) => id))

  const ownBoard = (board: SavedBoard | null, accountId: string): SavedBoard => {
    if (board?.accountId !== accountId) throw noSuchBoard()
    return board
  }

  return {
    list: async (accountId: string): Promise<readonly SavedBoard[]> => {
      const known = await rulesOf(accountId)
      return (await store.list(accountId)).map((board) => withoutGone(board, known))
    },

    get: async (accountId: string, boardId: string): Promise<SavedBoard> => {
      const board = ownBoard(await store.find(boardId), accountId)
      return withoutGone(board, await rulesOf(accountId))
    },

    create: async ({ id: accountId }: LiveAccount, values: ValuesOf<typeof newBoard>): Promise<SavedBoard> => {
      refuseOthers(values.rules, await rulesOf(accountId))
      // Its address is all that protects it: as hard to guess as a key.
      const { language: lang, ...wanted } = values
      const board: SavedBoard = { id: `bo_${randomText(22)}`, accountId, ...wanted, lang, createdAtMs: clock.wallMs() }
      if (!(await store.create(board, mostBoards)))
        throw new ApiError({ code: 'board_limit', message: `An account may have ${mostBoards} price boards.` })
      return board
    },

    update: async (accountId: string, boardId: string, change: PriceBoardChange): Promise<SavedBoard> => {
      const known = await rulesOf(accountId)
      const changed = await store.change(boardId, (now) => {
        ownBoard(now, accountId)
        refuseOthers(change.rules ?? [], known)
        return { ...now, ...given(withPresets(newBoard, change)) }
      })
      return withoutGone(ownBoard(changed, accountId), known)
    },

    delete: async (accountId: string, boardId: string): Promise<void> => {
      if (!(await store.delete(accountId, boardId))) throw noSuchBoard()
    },
  }
}

export type PricePageService = ReturnType<typeof createPricePageService>

const noSuchBoard = () => new ApiError({ code: 'not_found', message: 'There is no such price board.' })

const withoutGone = (board: SavedBoard, known: ReadonlySet<string>): SavedBoard => ({
  ...board,
  rules: board.rules.filter((id) => known.has(id)),
})

function refuseOthers(ids: readonly string[], known: ReadonlySet<string>): void {
  if (ids.every((id) => known.has(id))) return
  throw new ApiError({
    code: 'invalid_parameter',
    message: `\`rules\` must be ${newBoard.rules.expects}.`,
    param: 'rules',
  })
}

const given = ({ language: lang, ...change }: Readonly<Record<string, unknown>>) => withoutGaps({ ...change, lang })

export type BoardView = {
  readonly board: SavedBoard
  readonly prices: readonly RulePriceInput[]
}

/** Null also if its account has ended or its plan shows none any longer: readers don't learn which. */
export type ViewBoard = (boardId: string) => Promise<BoardView | null>

/** Read from the store, so that no server shows a board that another one deleted. */
export function createViewBoard(ports: {
  readonly store: Pick<PriceBoardStore, 'find'>
  readonly accounts: Pick<AccountAndKeyStore, 'findAccount'>
  readonly rules: Pick<RuleService, 'pricesOf'>
}): ViewBoard {
  const { store, accounts, rules } = ports
  return async (boardId) => {
    const board = await store.find(boardId)
    if (board === null) return null
    const account = await accounts.findAccount(board.accountId)
    if (account === null || !includesPlan(account.plan, plan)) return null
    return { board, prices: await rules.pricesOf(board.accountId, board.rules) }
  }
}

const plan = planNeeded(createBoard.access) ?? 'Free'

/** Implemented in storage/; every implementation passes price-board-store.contract.ts. */
export type PriceBoardStore = OwnedRecords<SavedBoard>

/** A price board as it is kept. Rules that it names may be gone. */
export type SavedBoard = BoardInput & { readonly accountId: string }
