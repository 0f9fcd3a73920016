import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../../proofs/harness/free-port.js'
import { replaceOnce } from '../replace-once.js'
import { repository } from '../throw-away-copy.js'
import { makeCertificate, makeProxyFolder, nginxPlaces, type ReverseProxy, reverseProxyOf } from './reverse-proxy.js'

export const replicasFolder = join(repository, 'examples/self-host/replicas')
const read = (name: string) => readFileSync(join(replicasFolder, name), 'utf8')

export type ReplicasProxyName = 'nginx' | 'caddy' | 'haproxy'

export async function makeReplicasProxy(name: ReplicasProxyName, servers: readonly string[]): Promise<ReverseProxy> {
  const folder = makeProxyFolder()
  makeCertificate(folder)
  const place = { folder, port: await freePort(), plainPort: await freePort(), hosts: servers.map(hostOf) }
  return reverseProxyOf({ name, ...place, ...programs[name](place) })
}

type Place = {
  readonly folder: string
  readonly port: number
  readonly plainPort: number
  readonly hosts: readonly string[]
}

const hostOf = (url: string): string => new URL(url).host

const replaced = (text: string, pairs: readonly (readonly [search: string, replacement: string])[]): string =>
  pairs.reduce((before, [search, replacement]) => replaceOnce(before, search, replacement), text)

const withServers = (text: string, hosts: readonly string[]): string =>
  replaced(
    text,
    hosts.map((host, index) => [`127.0.0.1:${8081 + index}`, host]),
  )

const programs = {
  nginx: ({ folder, port, plainPort, hosts }: Place) => {
    const ours = replaced(withServers(read('nginx.conf'), hosts), [
      ['/etc/letsencrypt/live/rates.example.com/fullchain.pem', join(folder, 'cert.pem')],
      ['/etc/letsencrypt/live/rates.example.com/privkey.pem', join(folder, 'key.pem')],
      ['        listen 80;\n        listen [::]:80;\n', `        listen 127.0.0.1:${plainPort};\n`],
      [
        '        listen 443 ssl http2;\n        listen [::]:443 ssl http2;\n',
        `        listen 127.0.0.1:${port} ssl http2;\n`,
      ],
      ['http {\n', `http {\naccess_log off;\n${nginxPlaces(folder)}\n`],
    ])
    const path = join(folder, 'nginx.conf')
    writeFileSync(path, `pid ${folder}/pid;\nerror_log ${folder}/error.log;\n${ours}`)
    return { checks: ['nginx', '-c', path, '-t'], runs: ['nginx', '-c', path, '-g', 'daemon off;'], env: {} }
  },
  haproxy: ({ folder, port, plainPort, hosts }: Place) => {
    const pem = join(folder, 'rates.example.com.pem')
    writeFileSync(pem, readFileSync(join(folder, 'cert.pem'), 'utf8') + readFileSync(join(folder, 'key.pem'), 'utf8'))
    const path = join(folder, 'haproxy.cfg')
    writeFileSync(
      path,
      replaced(withServers(read('haproxy.cfg'), hosts), [
        ['/etc/haproxy/rates.example.com.pem', pem],
        // HAProxy does not start if it may not open that many files.
        ['maxconn 130000', 'maxconn 500'],
        ['bind :80\n', `bind 127.0.0.1:${plainPort}\n`],
        ['bind :443 ', `bind 127.0.0.1:${port} `],
      ]),
    )
    return { checks: ['haproxy', '-c', '-f', path], runs: ['haproxy', '-db', '-f', path], env: {} }
  },
  caddy: ({ folder, port, plainPort, hosts }: Place) => {
    mkdirSync(join(folder, 'data'))
    const ours = replaceOnce(
      read('Caddyfile'),
      '\n{\n',
      '\n{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n',
    )
    writeFileSync(join(folder, 'Caddyfile'), ours)
    const env = {
      DOMAIN: `https://localhost:${port}`,
      PLAIN: `http://127.0.0.1:${plainPort}`,
      UPSTREAMS: hosts.join(' '),
      XDG_DATA_HOME: join(folder, 'data'),
      XDG_CONFIG_HOME: join(folder, 'data'),
    }
    const file = ['--config', 'Caddyfile', '--adapter', 'caddyfile']
    return { checks: ['caddy', 'validate', ...file], runs: ['caddy', 'run', ...file], env }
  },
} as const
