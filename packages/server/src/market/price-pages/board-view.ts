import { createBoard, includesPlan, planNeeded, type RulePriceInput } from '@p2p-rates/contract'
import type { AccountAndKeyStore } from '../../accounts/account-and-key-store.js'
import type { RuleService } from '../price-rules/rule-service.js'
import type { PriceBoardStore } from './price-board-store.js'
import type { SavedBoard } from './saved-board.js'

export type BoardView = {
  readonly board: SavedBoard
  readonly prices: readonly RulePriceInput[]
}

/**
 * Null where there is none, and where its account has ended or its plan shows none any longer: readers don't learn
 * which.
 */
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
