import { createTimes } from '../formats/times.js'
import { useServices } from '../services.js'
import './printed-head.css'

export function PrintedHead({ atMs }: { readonly atMs: number | null }) {
  const { translator, router } = useServices()
  return (
    <p class="printed">
      {router.url.href}{' '}
      {atMs !== null && `· ${createTimes(translator.lang, 'kyiv').full(atMs)} (${translator.t('time.kyiv')})`}
    </p>
  )
}
