import { expect, test, vi } from 'vitest'
import { drawn } from '../testing/drawn.js'
import { FirstPasswordForm, NewPersonForm } from './new-person-form.js'

async function send(form: Parameters<typeof drawn>[0], ...typed: readonly string[]) {
  const { place, after } = await drawn(form)
  await after(() => {
    for (const [at, input] of [...place.querySelectorAll('input')].entries()) {
      input.value = typed[at] ?? ''
      input.dispatchEvent(new Event('input', { bubbles: true }))
    }
  })
  await after(() => {
    place.querySelector('form')?.dispatchEvent(new Event('submit', { cancelable: true }))
  })
  return place
}

test('a new account has an address and a password', async () => {
  const onSend = vi.fn(async () => {})
  await send(<NewPersonForm verb="Go" onSend={onSend} />, 'ann@example.com', 'long enough for all')
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
