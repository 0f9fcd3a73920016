import './bar.css'

type ProportionBarProps = { readonly parts: readonly number[]; readonly size?: 'small' | 'large' }

/** Shares of a whole: the first solid, the second hatched. The figures next to it say the same. */
export function ProportionBar({ parts, size = 'small' }: ProportionBarProps) {
  const [solid = 0, hatched = 0] = parts.map((part) => Math.min(1, Math.max(0, part)) * 100)
  const end = Math.min(100, solid + hatched)
  return (
    <svg class={`bar ${size}`} viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
      <rect class="bar-ground" width={100} height={8} />
      {hatched > 0 && <rect class="bar-to-come" x={solid} width={end - solid} height={8} />}
      <rect class="bar-full" width={solid} height={8} />
      {hatched > 0 && <path class="bar-end" d={`M${end} 0v8`} vector-effect="non-scaling-stroke" />}
    </svg>
  )
}
