import type { ComponentChild } from 'preact'
import { render } from 'preact'
import { act } from 'preact/test-utils'
import { onTestFinished } from 'vitest'
import { type Services, ServicesProvider } from '../services-context.js'
import { testServices } from './test-services.js'

export type RenderedPart = {
  readonly container: HTMLElement
  readonly services: Services
  /** Lets something happen, and everything drawn that follows from it. */
  readonly actAndWait: (happens: () => void | Promise<void>) => Promise<void>
  /** Types a text into the first field that the selector finds. */
  readonly typeInto: (selector: string, text: string) => Promise<void>
  readonly rerender: (child: ComponentChild) => Promise<void>
}

export async function renderPart(child: ComponentChild, changed: Partial<Services> = {}): Promise<RenderedPart> {
  const services = await testServices(changed)
  const container = document.body.appendChild(document.createElement('div'))
  const rerender = async (next: ComponentChild) =>
    act(() => render(<ServicesProvider value={services}>{next}</ServicesProvider>, container))
  const typeInto = async (selector: string, text: string) =>
    act(() => {
      const field = container.querySelector<HTMLInputElement>(selector)
      if (field === null) throw new Error(`There is no field ${selector}.`)
      field.value = text
      field.dispatchEvent(new InputEvent('input', { bubbles: true }))
    })
  onTestFinished(() => {
    services.router.detachRouter()
    render(null, container)
    container.remove()
  })
  await rerender(child)
  return { container, services, actAndWait: async (happens) => act(happens), typeInto, rerender }
}
