import type { ComponentChildren } from 'preact'
import { useServices } from '../services-context.js'

type PageLinkProps = {
  readonly href: string
  readonly class?: string
  readonly children: ComponentChildren
  readonly without?: ComponentChildren
}

export function LinkIfPageExists({ href, class: className, children, without = null }: PageLinkProps) {
  const { router } = useServices()
  return router.hasPage(href) ? (
    <a href={href} class={className}>
      {children}
    </a>
  ) : (
    without
  )
}
