import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repository } from '../throw-away-copy.js'

const folder = join(repository, 'deploy')
const text = readFileSync(join(folder, 'compose.yaml'), 'utf8')
const service = (name: string) => new RegExp(`^ {2}${name}:\\n(?: {4,}.*\\n|\\s*\\n)+`, 'm').exec(text)?.[0] ?? ''

test('compose mounts files that exist', () => {
  const mounted = [...text.matchAll(/- (\.\/[^:\s]+):\//g)].map(([, path]) => path ?? '')
  expect(mounted.length).toBeGreaterThan(4)
  expect(mounted.filter((path) => !existsSync(join(folder, path)))).toEqual([])
})

test('images of others are pinned by their full version', () => {
  const images = [...text.matchAll(/image: (\S+)/g)].map(([, image]) => image ?? '')
  expect(images.length).toBe(4)
  for (const image of images) expect(image).toMatch(/:v?\d+\.\d+\.\d+(-alpine)?$|^p2p-rates:/)
})

test('the server is reached through Caddy alone, and its metrics by Prometheus alone', () => {
  expect(service('p2p')).not.toMatch(/^ {4}ports:/m)
  expect(service('p2p')).toContain('P2P_PROXY_HOPS: "1"')
  expect(text).not.toContain('9464')
  expect(service('prometheus')).toContain('network_mode: service:p2p')
})

test('the server may write its data alone, has its secret as a file, and is given the time that a stop takes', () => {
  const p2p = service('p2p')
  for (const line of [
    'read_only: true',
    'cap_drop: [ALL]',
    'security_opt: [no-new-privileges:true]',
    'mem_limit: 768m',
  ])
    expect(p2p).toContain(line)
  expect(p2p).toContain('P2P_MASTER_KEY_FILE: /run/secrets/master_key')
  expect(Number(/stop_grace_period: (\d+)s/.exec(p2p)?.[1])).toBeGreaterThan(25)
})
