import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { serveOnLoopback } from '@p2p-rates/simulator/testing'
import { closureOf, type Manifest } from '../dependency-closure.js'
import type { Tarball } from '../release/pack-packages.js'
import { repository } from '../throw-away-copy.js'

/** Local npm registry on loopback with our packed packages and their dependencies as installed here. */
export const startRegistry = async (ours: readonly Tarball[]) => {
  const packages = new Map<string, Map<string, { manifest: Manifest; tarball: () => Buffer }>>()
  const offer = (manifest: Manifest, tarball: () => Buffer) => {
    const versions = packages.get(manifest.name) ?? new Map()
    packages.set(manifest.name, versions.set(manifest.version, { manifest, tarball }))
  }
  for (const { manifest, folder: from } of closureOf(join(repository, 'packages/server')).values())
    if (!manifest.name.startsWith('@p2p-rates/')) offer(manifest, () => packed(from))
  for (const { path } of ours) offer(manifestIn(path), () => readFileSync(path))

  const server = createServer((request, response) => {
    const [name = '', version] = decodeURIComponent(request.url ?? '')
      .slice(1)
      .split('/-/')
    const versions = packages.get(name)
    if (versions === undefined) return response.writeHead(404).end('{}')
    if (version !== undefined) return response.end(versions.get(version)?.tarball())
    const told = [...versions].map(([number, { manifest }]) => [
      number,
      { ...manifest, dist: { tarball: `${url}${encodeURIComponent(name)}/-/${number}` } },
    ])
    const latest = [...versions.keys()].sort().at(-1)
    response.setHeader('Content-Type', 'application/json')
    response.end(JSON.stringify({ name, 'dist-tags': { latest }, versions: Object.fromEntries(told) }))
  })
  const served = await serveOnLoopback(server)
  const url = `${served.url}/`
  return { url, close: served.close }
}

const packed = (folder: string): Buffer => {
  // Files that are equal share one place in pnpm's store; npm takes none that are links.
  const words = ['--create', '--hard-dereference', '--transform', 's,^\\.,package,', '--exclude', './node_modules', '.']
  return gzipSync(tar(['--directory', folder, ...words]), { level: 1 })
}

const manifestIn = (tarball: string): Manifest =>
  JSON.parse(tar(['--extract', '--gzip', '--to-stdout', '--file', tarball, 'package/package.json']).toString())

const tar = (words: readonly string[]): Buffer => {
  const { status, stdout, stderr } = spawnSync('tar', words, { maxBuffer: 2 ** 28 })
  if (status !== 0) throw new Error(`tar ${words.join(' ')}: ${stderr}`)
  return stdout
}
