import { useEffect, useRef } from 'preact/hooks'
import { useServices } from '../services.js'
import type { Shortcut } from './keys.js'

/** Add the shortcuts of a component while it is mounted. Their actions may change with each render. */
export function useKeys(shortcuts: readonly Shortcut[]): void {
  const { keys } = useServices()
  const newest = useRef(shortcuts)
  newest.current = shortcuts
  useEffect(
    () =>
      keys.add(
        shortcuts.map((shortcut) => ({
          ...shortcut,
          act: () => newest.current.find(({ keys: same }) => same === shortcut.keys)?.act(),
        })),
      ),
    [keys],
  )
}
