import { useEffect, useRef } from 'preact/hooks'
import { useServices } from '../services-context.js'
import type { Route } from './route.js'
import type { UrlChange } from './router.js'

export function useUrlState<State>(route: Route<State>) {
  const { router } = useServices()
  const view = route.read(router.url) ?? route.presets
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const pending = useRef<Partial<State>>({})
  useEffect(() => () => clearTimeout(timer.current), [])

  function go(change: Partial<State>, how: UrlChange): void {
    clearTimeout(timer.current)
    const next = { ...(route.read(router.url) ?? view), ...pending.current, ...change }
    pending.current = {}
    router.navigate(route.print(next), how)
  }

  const choose = (change: Partial<State>) => go(change, 'choice')
  /** Debounce typed values by 400 ms, then replace the URL. */
  const type = (change: Partial<State>) => {
    clearTimeout(timer.current)
    pending.current = { ...pending.current, ...change }
    timer.current = setTimeout(() => go({}, 'correction'), 400)
  }
  return [view, choose, type] as const
}
