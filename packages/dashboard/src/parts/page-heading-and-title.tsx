import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { useServices } from '../services-context.js'
import './heading.css'

type PageHeadingProps = { readonly children: ComponentChildren; readonly isVisuallyHidden?: boolean }

/** The heading of a page, which takes the focus when the page is opened. */
export const PageHeading = ({ children, isVisuallyHidden = false }: PageHeadingProps) => (
  <h1 tabIndex={-1} class={isVisuallyHidden ? 'heard' : undefined}>
    {children}
  </h1>
)

export function useTitle(title: string): void {
  const { bootstrap } = useServices()
  useEffect(() => {
    document.title = `${bootstrap.simulated ? '[SIM] ' : ''}${title} · p2p-rates`
  }, [title, bootstrap])
}

export type PageHeadProps = {
  readonly title: string
  /** Content of the heading, if it is more than the title. */
  readonly heading?: ComponentChildren
  readonly note?: ComponentChildren
  readonly action?: ComponentChildren
}

/** Title and heading of a page, a note next to it, and an action at the end of the line. */
export function PageHead({ title, heading = title, note, action }: PageHeadProps) {
  useTitle(title)
  return (
    <div class="row page-head">
      <PageHeading>{heading}</PageHeading>
      {note && <span class="quiet">{note}</span>}
      {action && <span class="at-end">{action}</span>}
    </div>
  )
}
