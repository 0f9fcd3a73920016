import { useEffect, useLayoutEffect, useState } from 'preact/hooks'
import { useServices } from '../services.js'
import { Confirm } from './dialog.js'

/** Asks once before a page is left that shows something which is shown nowhere else. */
export function LeaveGuard({ title, sentence }: { readonly title: string; readonly sentence: string }) {
  const { speech } = useServices()
  const [wanted, setWanted] = useState<HTMLAnchorElement | null>(null)
  const [wasAsked, setAsked] = useState(false)

  // Layout effect, so that after a confirmation the next click leaves at once.
  useLayoutEffect(() => {
    if (wasAsked) return
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (link === null || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return
      if (link.origin === location.origin && link.pathname === location.pathname) return
      event.preventDefault()
      event.stopPropagation()
      setWanted(link)
    }
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', onUnload)
    document.addEventListener('click', onClick, { capture: true })
    return () => {
      removeEventListener('beforeunload', onUnload)
      document.removeEventListener('click', onClick, { capture: true })
    }
  }, [wasAsked])

  // The way goes on when nothing listens any longer.
  useEffect(() => {
    if (!wasAsked || wanted === null) return
    setWanted(null)
    wanted.click()
  }, [wasAsked, wanted])

  if (wanted === null || wasAsked) return null
  return (
    <Confirm
      title={title}
      verb={speech.t('act.leave')}
      harmless={speech.t('act.stay')}
      onConfirm={() => setAsked(true)}
      onClose={() => setWanted(null)}
    >
      {sentence}
    </Confirm>
  )
}
