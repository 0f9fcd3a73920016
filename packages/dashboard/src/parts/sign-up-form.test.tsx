import { expect, test, vi } from 'vitest'
import { renderPart } from '../testing/render-part.js'
import { FirstPasswordForm, SignUpForm } from './sign-up-form.js'

async function send(form: Parameters<typeof renderPart>[0], ...typed: readonly string[]) {
  const { container, actAndWait } = await renderPart(form)
  await actAndWait(() => {
    for (const [at, input] of [...container.querySelectorAll('input')].entries()) {
      input.value = typed[at] ?? ''
      input.dispatchEvent(new Event('input', { bubbles: true }))
    }
  })
  await actAndWait(() => {
    container.querySelector('form')?.dispatchEvent(new Event('submit', { cancelable: true }))
  })
  return container
}

test('a new account has an address and a password', async () => {
  const onSend = vi.fn(async () => {})
  await send(<SignUpForm verb="Go" onSend={onSend} />, 'ann@example.com', 'long enough for all')
  expect(onSend).toHaveBeenCalledWith({ email: 'ann@example.com', password: 'long enough for all' })
})

test('a password that is too short is not sent, and the field says so', async () => {
  const onSend = vi.fn(async () => {})
  const place = await send(<FirstPasswordForm verb="Go" onSend={onSend} />, 'short')
  expect(onSend).not.toHaveBeenCalled()
  expect(place.querySelector('[aria-invalid="true"]')).not.toBeNull()
  await send(<FirstPasswordForm verb="Go" onSend={onSend} />, 'long enough for all')
  expect(onSend).toHaveBeenCalledWith('long enough for all')
})
