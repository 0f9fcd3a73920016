import { useEffect, useLayoutEffect, useState } from 'preact/hooks'
import { useServices } from '../services-context.js'
import { Confirm } from './dialog.js'

/** Asks once before a page is left that shows something which is shown nowhere else. */
export function LeaveGuard({ title, sentence }: { readonly title: string; readonly sentence: string }) {
  const { translator } = useServices()
  const [pendingLink, setPendingLink] = useState<HTMLAnchorElement | null>(null)
  const [isConfirmed, setConfirmed] = useState(false)

  // Layout effect, so that after a confirmation the next click leaves at once.
  useLayoutEffect(() => {
    if (isConfirmed) return
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (link === null || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return
      if (link.origin === location.origin && link.pathname === location.pathname) return
      event.preventDefault()
      event.stopPropagation()
      setPendingLink(link)
    }
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', onUnload)
    document.addEventListener('click', onClick, { capture: true })
    return () => {
      removeEventListener('beforeunload', onUnload)
      document.removeEventListener('click', onClick, { capture: true })
    }
  }, [isConfirmed])

  // The way goes on when nothing listens any longer.
  useEffect(() => {
    if (!isConfirmed || pendingLink === null) return
    setPendingLink(null)
    pendingLink.click()
  }, [isConfirmed, pendingLink])

  if (pendingLink === null || isConfirmed) return null
  return (
    <Confirm
      title={title}
      verb={translator.t('act.leave')}
      harmless={translator.t('act.stay')}
      onConfirm={() => setConfirmed(true)}
      onClose={() => setPendingLink(null)}
    >
      {sentence}
    </Confirm>
  )
}
