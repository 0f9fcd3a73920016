import { useEffect, useRef } from 'preact/hooks'
import { useServices } from '../services.js'
import type { Shortcut } from './keys.js'

/** The keys of a part, for as long as it is on the page. What they do may change with each drawing. */
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
