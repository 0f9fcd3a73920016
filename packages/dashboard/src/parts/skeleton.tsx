import './skeleton.css'

type SkeletonProps = { readonly width?: string; readonly height?: string }

/** The place of something that is on its way, in its final size. Nothing is seen of it for 300 ms, and nothing moves. */
export const Skeleton = ({ width = '60%', height = '1.25rem' }: SkeletonProps) => (
  <span class="skeleton" aria-hidden="true">
    <svg width={width} height={height} role="presentation">
      <rect width="100%" height="100%" rx="4" />
    </svg>
  </span>
)
