import type { PricePage } from '../generated/types.js'
import { cleanText } from './clean-text.js'

/** HTML that shows a price board on any page: as a frame, and as a picture for where no frame is allowed. */
export type BoardEmbeds = { readonly frame: string; readonly picture: string }

export function embedBoard({ title, rules, url, svg_url }: Embedded): BoardEmbeds {
  const name = escaped(cleanText(title))
  const height = headHeight + rules.length * tileHeight
  return {
    frame: `<iframe src="${escaped(url)}" title="${name}" width="100%" height="${height}" loading="lazy" style="border:0"></iframe>`,
    picture: `<img src="${escaped(svg_url)}" alt="${name}">`,
  }
}

type Embedded = Pick<PricePage, 'title' | 'rules' | 'url' | 'svg_url'>

/** Title, time and notes. */
const headHeight = 160
/** On a phone tiles stand below each other. */
const tileHeight = 116

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

export function isLoopback(address: string): boolean {
  const host = URL.canParse(address) ? new URL(address).hostname : ''
  return host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host)
}
