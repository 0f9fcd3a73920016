import { Skeleton } from './skeleton.js'

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
