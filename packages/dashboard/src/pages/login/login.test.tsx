import { expect, test } from 'vitest'
import { EntryForm } from '../../parts/entry-form.js'
import { drawn } from '../../testing/drawn.js'
import { LogIn } from './login.js'

const open = async (mode: 'open' | 'closed') => {
  const { first } = (await drawn(null)).services
  const answers = { '/registration': { mode, resets_by_mail: false } }
  return (await drawn(<LogIn />, { first: { ...first, answers } })).place
}

test('with open registration, a button says so', async () => {
  const join = (await open('open')).querySelector<HTMLAnchorElement>('a.button[href="/join"]')
  expect(join?.textContent).toBe('Create account')
  expect((await open('closed')).querySelector('a[href="/join"]')).toBeNull()
})

test('while the answer is under way the button says so, and keeps the focus', async () => {
  const { place } = await drawn(
    <EntryForm verb="Log in" isBusy error={null} onSubmit={() => {}}>
      {null}
    </EntryForm>,
  )
  const button = place.querySelector('button')
  expect([button?.textContent, button?.disabled, button?.getAttribute('aria-busy')]).toEqual([
    'One moment…',
    false,
    'true',
  ])
})
