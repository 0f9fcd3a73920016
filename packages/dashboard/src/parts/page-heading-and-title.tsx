import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { useServices } from '../services-context.js'
import './heading.css'

/** The heading of a page, which takes the focus when the page is opened. */
export const PageHeading = ({ children }: { readonly children: ComponentChildren }) => <h1 tabIndex={-1}>{children}</h1>

export function useTitle(title: string): void {
  const { bootstrap } = useServices()
  useEffect(() => {
    document.title = `${bootstrap.simulated ? '[SIM] ' : ''}${title} · p2p-rates`
  }, [title, bootstrap])
}
