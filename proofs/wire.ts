import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readJson } from '@p2p-rates/core/internal'
import type { Proof } from './proof.js'
import { agreesWithScale, inferFiat, inferScale, inferSide } from './wire/infer-from-recording.js'
import { type Recording, recognise } from './wire/recording.js'

const recordings = fileURLToPath(new URL('../../shared/wire', import.meta.url))
const ownFixtures = fileURLToPath(new URL('../packages/core/fixtures', import.meta.url))

export const wireProof: Proof = {
  name: 'wire',
  target: 'every recorded ad list reads with 0 rejected ads, on the side and rate scale that its figures show',
  run: async ({ dir, print }) => {
    const root = dir ?? recordings
    const folder = existsSync(root) ? root : ownFixtures
    if (folder !== root) print(`${root} is not here: reading our own fixtures instead`)

    const lines = filesUnder(folder).flatMap((file) => readRecording(file))
    for (const line of lines) print(`${line.ok ? ' ' : '!'} ${line.file.padEnd(62)} ${line.says}`)
    const ads = sum(lines.map((line) => line.ads))
    const rejected = sum(lines.map((line) => line.rejected))
    const wrong = lines.filter((line) => !line.ok)
    const pages = lines.filter((line) => line.isPage).length
    return {
      breaches: ads > 0 ? wrong.map((line) => `${line.file}: ${line.says}`) : ['no ad was read'],
      figure: `${ads} ads read, ${rejected} rejected, in ${pages} ad lists; ${wrong.length} of ${lines.length} recordings misread`,
    }
  },
}

type File = { readonly exchange: string; readonly path: string; readonly name: string }
type Line = typeof nothing & { readonly file: string; readonly says: string }

const nothing = { isPage: false, ok: true, ads: 0, rejected: 0 }

function readRecording({ exchange, path, name }: File): readonly Line[] {
  const text = readFileSync(path, 'utf8')
  const json = readJson(text)
  const parts = json.ok ? recognise(exchange, json.value, text) : [{ is: 'unknown' } as const]
  return parts.map((part) => line(`${exchange}/${name}`, part))
}

function line(file: string, recording: Recording): Line {
  switch (recording.is) {
    case 'page':
      return pageLine(file, recording)
    case 'names': {
      const { payments, currencies } = recording.names
      return {
        ...nothing,
        file,
        says: `not an ad list: ${payments.size} payment and ${currencies.size} currency names`,
      }
    }
    case 'refusal':
      return { ...nothing, file, says: 'not an ad list: the exchange says no' }
    case 'aside':
      return { ...nothing, file, says: `not an ad list: ${recording.why}` }
    case 'unknown':
      return { ...nothing, file, ok: false, says: 'no shape we know' }
  }
}

function pageLine(path: string, { exchange, text, part }: Extract<Recording, { is: 'page' }>): Line {
  const file = part === undefined ? path : `${path} ${part}`
  const { reading, side, sideBy } = inferSide(exchange, text, inferFiat(text, basename(path)), file)
  if (reading.state === 'failed')
    return { ...nothing, file, isPage: true, ok: false, says: `${reading.fault.kind}: ${reading.fault.message}` }
  const { ads, rejected } = reading
  const { scale, percents } = inferScale(text)
  const scaleAgrees = agreesWithScale(ads, percents)
  const says = [
    `${ads.length} ads, ${rejected.length} rejected`,
    // Rows that the recorder reduced to columns carry the side of the recorder's label, which we put back.
    `${side} by ${part === undefined ? sideBy : "the recorder's label"}`,
    `rates ${scale}${scaleAgrees ? '' : ' READ DIFFERENTLY'}`,
    ...rejected.map((row) => `row ${row.row}: ${row.reason}`),
  ]
  return {
    file,
    says: ads.length === 0 && rejected.length === 0 ? 'empty board' : says.join('; '),
    ok: rejected.length === 0 && scaleAgrees,
    isPage: true,
    ads: ads.length,
    rejected: rejected.length,
  }
}

const filesUnder = (root: string): readonly File[] =>
  readdirSync(root, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
    .map((entry) => {
      const path = join(entry.parentPath, entry.name)
      const [exchange = '', ...rest] = path.slice(root.length).split(/[\\/]/).filter(Boolean)
      return { exchange, path, name: rest.join('/') }
    })
    .sort((a, b) => a.path.localeCompare(b.path))

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)
