import { createTimes } from '../formats/times.js'
import { useServices } from '../services.js'
import './printed-head.css'

/** Print-only line with the page's address and the time of its prices. */
export function PrintedHead({ atMs }: { readonly atMs: number | null }) {
  const { speech, router } = useServices()
  return (
    <p class="printed">
      {router.url.href} {atMs !== null && `· ${createTimes(speech.lang, 'kyiv').full(atMs)} (${speech.t('time.kyiv')})`}
    </p>
  )
}
