import { createTimes } from '../formats/times-and-zones.js'
import { useServices } from '../services-context.js'
import './printed-head.css'

export function PrintHeader({ atMs }: { readonly atMs: number | null }) {
  const { translator, router } = useServices()
  return (
    <p class="printed">
      {router.url.href}{' '}
      {atMs !== null && `· ${createTimes(translator.lang, 'kyiv').full(atMs)} (${translator.t('time.kyiv')})`}
    </p>
  )
}
