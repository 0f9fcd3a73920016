import type { ComponentChild } from 'preact'
import { render } from 'preact'
import { act } from 'preact/test-utils'
import { onTestFinished } from 'vitest'
import { type Services, ServicesProvider } from '../services.js'
import { testServices } from './test-services.js'

export type Drawn = {
  readonly place: HTMLElement
  readonly services: Services
  /** Lets something happen, and everything drawn that follows from it. */
  readonly after: (happens: () => void | Promise<void>) => Promise<void>
  readonly redraw: (child: ComponentChild) => Promise<void>
}

export async function drawn(child: ComponentChild, changed: Partial<Services> = {}): Promise<Drawn> {
  const services = await testServices(changed)
  const place = document.body.appendChild(document.createElement('div'))
  const redraw = async (next: ComponentChild) =>
    act(() => render(<ServicesProvider value={services}>{next}</ServicesProvider>, place))
  onTestFinished(() => {
    services.router.stop()
    render(null, place)
    place.remove()
  })
  await redraw(child)
  return { place, services, after: async (happens) => act(happens), redraw }
}
