export const Logo = () => (
  <svg class="brandmark" viewBox="0 0 20 20" width={20} height={20} aria-hidden="true">
    <path class="buy" d="M2 6.5 7 3v10.5L2 17z" />
    <path class="sell" d="m8 6.5 4-2.9v8l-4 2.9z" />
    <path d="m13.5 6.5 4.5-3V10l-4.5 3z" />
  </svg>
)
