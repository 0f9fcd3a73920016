import { homedir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { configPath } from './config-path.js'

test.each([
  ['linux', {}, join(homedir(), '.config')],
  ['darwin', {}, join(homedir(), '.config')],
  ['darwin', { XDG_CONFIG_HOME: '/home/me/cfg' }, '/home/me/cfg'],
  ['linux', { XDG_CONFIG_HOME: 'not/absolute' }, join(homedir(), '.config')],
  ['win32', { APPDATA: 'C:\\Users\\me\\AppData\\Roaming' }, 'C:\\Users\\me\\AppData\\Roaming'],
])('on %s with %j profiles live in %s', (platform, environment, folder) => {
  expect(configPath(environment, platform)).toBe(join(folder, 'p2p', 'profiles.json'))
})
