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

/** The place of a table of exchanges. */
export const LoadingRows = () => (
  <div>
    {Array.from({ length: 6 }, (_, at) => (
      <p key={at} class="loading-row">
        <Skeleton width="100%" height="1.25rem" />
      </p>
    ))}
  </div>
)
