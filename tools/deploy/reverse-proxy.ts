import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import { freePort } from '../../proofs/harness/free-port.js'
import { replaceOnce } from '../replace-once.js'

export type ReverseProxyName = 'nginx' | 'caddy' | 'haproxy'

/** A proxy with the files of a folder of this repository, before these servers. */
export const makeReverseProxy = async (name: ReverseProxyName, files: string, upstreams: readonly string[]) => {
  const folder = makeProxyFolder()
  makeCertificate(folder)
  const place = { folder, port: await freePort(), plainPort: await freePort() }
  const hosts = upstreams.map((url) => new URL(url).host)
  const read = (file: string) => readFileSync(join(files, file), 'utf8')
  return reverseProxyOf({ name, ...place, ...programs[name](place, hosts, read) })
}

const makeProxyFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'p2p-front-'))
  // A proxy that was started by root leaves it.
  chmodSync(folder, 0o755)
  return folder
}

type ProxyPlace = { readonly folder: string; readonly port: number; readonly plainPort: number }

type ProxyProgram = {
  readonly checks: readonly string[]
  readonly runs: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

const reverseProxyOf = ({
  name,
  folder,
  port,
  plainPort,
  checks,
  runs,
  env,
}: ProxyProgram & ProxyPlace & { readonly name: string }) => {
  const options = { cwd: folder, env: { ...process.env, ...env } }
  let child: ChildProcess | null = null
  return {
    port,
    plainPort,
    /** Output of the proxy's own check of its configuration; empty if valid. */
    check: () => {
      const { status, stderr } = spawnSync(checks[0] ?? '', checks.slice(1), { ...options, encoding: 'utf8' })
      return status === 0 ? '' : stderr
    },
    start: async () => {
      child = spawn(runs[0] ?? '', runs.slice(1), { ...options, stdio: 'ignore' })
      const ended = once(child, 'exit').then(([code]) => {
        throw new Error(`${name} ended with ${code}`)
      })
      ended.catch(() => {})
      await Promise.race([untilServed(port), ended])
    },
    stop: async () => {
      if (child !== null && child.exitCode === null) {
        const ended = once(child, 'exit')
        child.kill('SIGTERM')
        await ended
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export type ReverseProxy = ReturnType<typeof reverseProxyOf>

type Read = (file: string) => string

const replaced = (text: string, pairs: readonly (readonly [search: string, replacement: string])[]): string =>
  pairs.reduce((before, [search, replacement]) => replaceOnce(before, search, replacement), text)

const nginx = ({ folder, port, plainPort }: ProxyPlace, hosts: readonly string[], read: Read): ProxyProgram => {
  const file = read('nginx.conf')
  const isWhole = file.includes('http {\n')
  const indent = isWhole ? '        ' : '    '
  const ours = replaced(file, [
    ...hosts.map((host, index) => [`server 127.0.0.1:${(isWhole ? 8081 : 8080) + index}`, `server ${host}`] as const),
    ['/etc/letsencrypt/live/rates.example.com/fullchain.pem', join(folder, 'cert.pem')],
    ['/etc/letsencrypt/live/rates.example.com/privkey.pem', join(folder, 'key.pem')],
    [`${indent}listen 80;\n${indent}listen [::]:80;\n`, `${indent}listen 127.0.0.1:${plainPort};\n`],
    [
      `${indent}listen 443 ssl http2;\n${indent}listen [::]:443 ssl http2;\n`,
      `${indent}listen 127.0.0.1:${port} ssl http2;\n`,
    ],
  ])
  // With the compression that distributions turn on for all hosts: ours has to turn it off.
  const start = `access_log off;\n${nginxPlaces(folder)}\n`
  const whole = isWhole
    ? replaceOnce(ours, 'http {\n', `http {\n${start}`)
    : `events {}\nhttp {\n${start}gzip on; gzip_proxied any; gzip_types application/json;\n${ours}}\n`
  writeFileSync(join(folder, 'nginx.conf'), `pid ${folder}/pid;\nerror_log ${folder}/error.log;\n${whole}`)
  const run = ['nginx', '-c', join(folder, 'nginx.conf')]
  return { checks: [...run, '-t'], runs: [...run, '-g', 'daemon off;'], env: {} }
}

const haproxy = ({ folder, port, plainPort }: ProxyPlace, hosts: readonly string[], read: Read): ProxyProgram => {
  const pem = join(folder, 'rates.example.com.pem')
  writeFileSync(pem, readFileSync(join(folder, 'cert.pem'), 'utf8') + readFileSync(join(folder, 'key.pem'), 'utf8'))
  const path = join(folder, 'haproxy.cfg')
  const ours = replaced(read('haproxy.cfg'), [
    ...hosts.map((host, index) => [`127.0.0.1:${8081 + index}`, host] as const),
    ['/etc/haproxy/rates.example.com.pem', pem],
    // HAProxy does not start if it may not open that many files.
    ['maxconn 130000', 'maxconn 500'],
    ['bind :80\n', `bind 127.0.0.1:${plainPort}\n`],
    ['bind :443 ', `bind 127.0.0.1:${port} `],
  ])
  writeFileSync(path, ours)
  return { checks: ['haproxy', '-c', '-f', path], runs: ['haproxy', '-db', '-f', path], env: {} }
}

const caddy = ({ folder, port, plainPort }: ProxyPlace, hosts: readonly string[], read: Read): ProxyProgram => {
  mkdirSync(join(folder, 'data'))
  const globals = 'admin off\n\tskip_install_trust\n\tauto_https disable_redirects\n'
  const file = read('Caddyfile')
  const ours = file.includes('\n{\n') ? replaceOnce(file, '\n{\n', `\n{\n\t${globals}`) : `{\n\t${globals}}\n\n${file}`
  writeFileSync(join(folder, 'Caddyfile'), ours)
  const env = {
    DOMAIN: `https://localhost:${port}`,
    PLAIN: `http://127.0.0.1:${plainPort}`,
    UPSTREAM: hosts[0] ?? '',
    UPSTREAMS: hosts.join(' '),
    XDG_DATA_HOME: join(folder, 'data'),
    XDG_CONFIG_HOME: join(folder, 'data'),
  }
  const words = ['--config', 'Caddyfile', '--adapter', 'caddyfile']
  return { checks: ['caddy', 'validate', ...words], runs: ['caddy', 'run', ...words], env }
}

const programs = { nginx, caddy, haproxy }

const nginxPlaces = (folder: string): string =>
  ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((part) => `${part}_temp_path ${folder}/${part};`).join('\n')

const makeCertificate = (folder: string): void => {
  const words = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=rates.example.com']
  spawnSync('openssl', [...words, '-keyout', 'key.pem', '-out', 'cert.pem'], { cwd: folder })
}

/** An open port is not enough: Caddy makes its certificate a moment later. */
const untilServed = (port: number): Promise<void> =>
  new Promise((done) => {
    const socket = connectTls({ port, host: '127.0.0.1', servername: 'localhost', rejectUnauthorized: false })
    socket.once('secureConnect', () => {
      socket.destroy()
      done()
    })
    socket.once('error', () => setTimeout(() => done(untilServed(port)), 20))
  })
