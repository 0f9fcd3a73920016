import type { Source } from '@p2p-rates/contract'
import { useServices } from '../services-context.js'
import { cleanUntrustedText } from './untrusted-text.js'

/** Cause of missing prices. Only the server knows why an exchange refuses it, and says so in English. */
export function SourceWhy({ state, reason }: Pick<Source, 'reason'> & { readonly state: string }) {
  const { translator } = useServices()
  const why = translator.explainCode('source', state)
  if (state !== 'blocked' || reason === null) return <>{why}</>
  return (
    <>
      {translator.lang !== 'en' && why} <span lang="en">{cleanUntrustedText(reason)}</span>
    </>
  )
}
