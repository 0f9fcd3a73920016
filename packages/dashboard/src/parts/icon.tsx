/** Icons in the colour of the surrounding text. They are decorative, because the text next to them says the same. */
const drawings = {
  buy: 'M8 2v7m-3-3 3 3 3-3M2 10v3h12v-3',
  sell: 'M8 10V3M5 6l3-3 3 3M2 10v3h12v-3',
  down: 'm4 6 4 4 4-4',
  up: 'm4 10 4-4 4 4',
  open: 'M9 3h4v4m0-4L7 9M11 9v4H3V5h4',
  share: 'M5 5V2h9v9h-3M2 5h9v9H2z',
  yes: 'm3 8 3.5 4L13 4',
  no: 'm4 4 8 8m0-8-8 8',
  plus: 'M8 3v10M3 8h10',
  minus: 'M3 8h10',
  retry: 'M13 8a5 5 0 1 1-1.5-3.6L13 6M13 2.5V6H9.5',
  clock: 'M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2m0 3v3.5l2.5 1.5',
  pause: 'M5.5 4v8m5-8v8',
  warning: 'M8 2.5 14.5 14h-13zM8 7v3m0 1.8v.4',
  stop: 'M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2M4 4l8 8',
  search: 'M7 2.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9M10.5 10.5 14 14',
  market: 'M2 12l4-5 3 3 5-7M2 14.5h12',
  ads: 'M2 4h12M2 8h8M2 12h10',
  arbitrage: 'M3 5h10L10 2m3 9H3l3 3',
  dev: 'M5 4 1.5 8 5 12m6-8 3.5 4L11 12',
  more: 'M3 8h.01M8 8h.01M13 8h.01',
  large: 'M4 13V9h3v4zM10 13V4h3v9z',
} as const

export type IconName = keyof typeof drawings

export const Icon = ({ name, size = 16 }: { readonly name: IconName; readonly size?: number }) => (
  <svg class="icon" viewBox="0 0 16 16" width={size} height={size} aria-hidden="true">
    <path d={drawings[name]} />
  </svg>
)

/** The states of a source and of the page itself, each a shape of its own: colour only helps. */
const shapes = {
  live: <circle class="full live" cx="6" cy="6" r="4.5" />,
  stale: <path d="M6 1a5 5 0 1 1 0 10A5 5 0 0 1 6 1m0 2v3h2" />,
  frozen: <path class="thick" d="M4 2v8m4-8v8" />,
  blocked: <path class="bad" d="M6 1a5 5 0 1 1 0 10A5 5 0 0 1 6 1M2.5 2.5l7 7" />,
  held_out: (
    <>
      <path d="M6 .5 11.5 6 6 11.5.5 6z" />
      <path class="full" d="M6 .5v11L.5 6z" />
    </>
  ),
  empty: <circle class="dotted" cx="6" cy="6" r="4.5" />,
  unsupported: <path class="thick" d="M2 6h8" />,
  unknown: <circle cx="6" cy="6" r="4.5" />,
} as const

export type ShapeName = keyof typeof shapes

export const Shape = ({ name }: { readonly name: string }) => (
  <svg class="shape" viewBox="0 0 12 12" width={12} height={12} aria-hidden="true">
    {Object.hasOwn(shapes, name) ? shapes[name as ShapeName] : shapes.unknown}
  </svg>
)
