import { expect, test } from 'vitest'
import { SingleActionForm } from '../../parts/single-action-form.js'
import { renderPart } from '../../testing/render-part.js'
import { LogIn } from './login.js'

const open = async (mode: 'open' | 'invite' | 'closed') => {
  const { bootstrap } = (await renderPart(null)).services
  const answers = { '/registration': { mode, resets_by_mail: false } }
  return (await renderPart(<LogIn />, { bootstrap: { ...bootstrap, answers } })).container
}

test('with open registration, a button says so', async () => {
  const join = (await open('open')).querySelector<HTMLAnchorElement>('a.button[href="/join"]')
  expect(join?.textContent).toBe('Create account')
  expect((await open('closed')).querySelector('a[href="/join"]')).toBeNull()
})

test('only a server with invites names them', async () => {
  expect((await open('invite')).textContent).toContain('You need an invite to register on this server.')
  expect((await open('closed')).textContent).toMatch(/Registration is closed on this server\.(?!.*invite)/)
})

test('Tab leads from the e-mail to the password', async () => {
  const stops = [...(await open('open')).querySelectorAll('input, button')].slice(0, 3)
  expect(stops.map((stop) => stop.getAttribute('type'))).toEqual(['email', 'password', 'button'])
})

test('while the answer is under way the button says so, and keeps the focus', async () => {
  const { container } = await renderPart(
    <SingleActionForm verb="Log in" action={{ isBusy: true, error: null, run: () => {} }}>
      {null}
    </SingleActionForm>,
  )
  const button = container.querySelector('button')
  expect([button?.textContent, button?.disabled, button?.getAttribute('aria-busy')]).toEqual([
    'One moment…',
    false,
    'true',
  ])
})
