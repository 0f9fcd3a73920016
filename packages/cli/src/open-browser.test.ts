import { expect, test } from 'vitest'
import { browserOf } from './open-browser.js'

test.each([
  ['linux', {}, []],
  ['linux', { DISPLAY: ':0' }, ['xdg-open']],
  ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, ['xdg-open']],
  ['linux', { BROWSER: 'firefox --new-tab %s:chromium', DISPLAY: ':0' }, ['firefox', '--new-tab']],
  ['darwin', {}, ['open']],
  ['win32', {}, ['rundll32', 'url.dll,FileProtocolHandler']],
] as const)('on %s with %o: %j', (platform, environment, words) => {
  expect(browserOf(environment, platform)).toEqual(words)
})
