import type { BootstrapData } from '@p2p-rates/contract'

/** Data embedded in the HTML; null on pages without it, such as the guide's. */
export const bootstrapData = JSON.parse(
  globalThis.document?.getElementById('first')?.textContent ?? 'null',
) as BootstrapData | null
