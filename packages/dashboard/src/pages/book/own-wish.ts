import { useRef, useState } from 'preact/hooks'
import type { Wish } from '../../quote/wish.js'
import { useServices } from '../../services.js'
import type { BookState } from './entry.js'

/** What the reader wants to trade here, and how it changes. */
export type OwnWish = {
  readonly wish: Wish
  readonly change: (change: Partial<Wish>) => void
  readonly type: (change: Pick<Wish, 'amount'>) => void
}

/** A filter holds for the wish, too; what no filter says is the wish's own. */
export function useOwnWish(
  view: BookState,
  choose: (change: Partial<BookState>) => void,
  typeView: (change: Partial<BookState>) => void,
): OwnWish {
  const { settings } = useServices()
  const [own, setOwn] = useState(() => ({
    amount: settings.get('amount'),
    method: settings.get('method'),
    unit: 'fiat' as Wish['unit'],
    isAnywhere: false,
  }))
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)

  function change({ side, exchange, amount, method, unit }: Partial<Wish>): void {
    clearTimeout(timer.current)
    setOwn((was) => ({
      amount: amount ?? was.amount,
      method: method ?? was.method,
      unit: unit ?? was.unit,
      isAnywhere: exchange === undefined ? was.isAnywhere : exchange === null,
    }))
    const seen: Partial<BookState> = {
      ...(side !== undefined && { side }),
      ...(exchange != null && { exchange: exchange as BookState['exchange'] }),
      ...(method !== undefined && view.method !== '' && { method }),
      ...(amount !== undefined && view.amount !== '' && { amount }),
      // What is typed in USDT is no filter of an amount of fiat.
      ...(unit === 'usdt' && { amount: '' }),
    }
    if (Object.keys(seen).length > 0) choose(seen)
  }

  function type({ amount }: Pick<Wish, 'amount'>): void {
    clearTimeout(timer.current)
    if (view.amount !== '') typeView({ amount })
    else timer.current = setTimeout(() => setOwn((was) => ({ ...was, amount })), 400)
  }

  return {
    wish: {
      side: view.side,
      unit: view.amount === '' ? own.unit : 'fiat',
      amount: view.amount || own.amount,
      // Several ways to pay leave no room for the one that was wanted last.
      method: view.method || (view.also === '' ? own.method : ''),
      exchange: own.isAnywhere ? null : view.exchange,
      narrowed: view,
    },
    change,
    type,
  }
}
