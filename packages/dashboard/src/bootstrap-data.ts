import type { FirstAnswer } from '@p2p-rates/contract'

/** What the HTML brought along; `null` on a page without data, such as one of the guide. */
export const bootstrapData = JSON.parse(
  globalThis.document?.getElementById('first')?.textContent ?? 'null',
) as FirstAnswer | null
