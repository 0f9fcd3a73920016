import { useEffect, useState } from 'preact/hooks'
import { useServices } from '../services-context.js'
import './status.css'

/** The one place of a page that speaks by itself. */
export function LiveRegionOutput() {
  const { liveRegion } = useServices()
  const [, draw] = useState({})
  useEffect(() => liveRegion.subscribe(() => draw({})), [liveRegion])
  return (
    <p role="status" class={liveRegion.isToast ? 'toast' : 'heard'}>
      {liveRegion.message}
    </p>
  )
}
