import { useEffect, useRef } from 'preact/hooks'
import { useServices } from '../services-context.js'
import type { Shortcut } from './shortcut-registry.js'

/** Add the shortcuts of a component while it is mounted. Their actions may change with each render. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const { shortcutRegistry } = useServices()
  const newest = useRef(shortcuts)
  newest.current = shortcuts
  useEffect(
    () =>
      shortcutRegistry.add(
        shortcuts.map((shortcut) => ({
          ...shortcut,
          act: () => newest.current.find(({ keys: same }) => same === shortcut.keys)?.act(),
        })),
      ),
    [shortcutRegistry],
  )
}
