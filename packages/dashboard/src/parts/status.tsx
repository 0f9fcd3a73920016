import { useEffect, useState } from 'preact/hooks'
import { useServices } from '../services.js'
import './status.css'

/** The one place of a page that speaks by itself. */
export function Status() {
  const { announcer } = useServices()
  const [, draw] = useState({})
  useEffect(() => announcer.subscribe(() => draw({})), [announcer])
  return (
    <p role="status" class={announcer.shown ? 'toast' : 'heard'}>
      {announcer.said}
    </p>
  )
}
