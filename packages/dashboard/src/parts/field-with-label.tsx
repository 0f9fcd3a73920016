import type { ComponentChildren } from 'preact'

/** Visible label above a field that has its own accessible name. */
export const FieldWithLabel = ({ word, children }: { readonly word: string; readonly children: ComponentChildren }) => (
  <div>
    <p class="small quiet" aria-hidden="true">
      {word}
    </p>
    {children}
  </div>
)
