import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { useServices } from '../services-context.js'
import './side-list.css'

export type SideNavigationItem = { readonly href: string; readonly word: string; readonly count?: number | null }

type SideListProps = {
  readonly label: string
  readonly items: readonly SideNavigationItem[]
  readonly children: ComponentChildren
}

export function SideNavigation({ label, items, children }: SideListProps) {
  const { pathname } = useServices().router.url
  const here = items
    .map(({ href }) => href)
    .filter((href) => pathname === href || pathname.startsWith(`${href}/`))
    .toSorted((a, b) => b.length - a.length)[0]
  const list = useRef<HTMLElement>(null)
  // In a line that is too long for a phone, the open page may lie out of sight.
  useLayoutEffect(() => {
    const open = list.current?.querySelector('[aria-current]')
    if (!list.current || !open) return
    const [line, place] = [list.current, open].map((element) => element.getBoundingClientRect())
    if (line && place) list.current.scrollLeft += place.x + place.width / 2 - (line.x + line.width / 2)
  }, [here])
  return (
    <div class="sided">
      <nav class="side-list" aria-label={label} ref={list}>
        {items.map(({ href, word, count = null }) => (
          <a key={href} href={href} aria-current={href === here ? 'page' : undefined}>
            {word}
            {count !== null && <span class="faint small">{count}</span>}
          </a>
        ))}
      </nav>
      <div class="apart sided-content">{children}</div>
    </div>
  )
}
