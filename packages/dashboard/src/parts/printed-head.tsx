import { createTimes } from '../formats/times.js'
import { useServices } from '../services.js'
import './printed-head.css'

export function PrintedHead({ atMs }: { readonly atMs: number | null }) {
  const { speech, router } = useServices()
  return (
    <p class="printed">
      {router.url.href} {atMs !== null && `· ${createTimes(speech.lang, 'kyiv').full(atMs)} (${speech.t('time.kyiv')})`}
    </p>
  )
}
