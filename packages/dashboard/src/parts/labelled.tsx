import type { ComponentChildren } from 'preact'

/** A word above a field whose own name is for who does not see it. */
export const Labelled = ({ word, children }: { readonly word: string; readonly children: ComponentChildren }) => (
  <div>
    <p class="small quiet" aria-hidden="true">
      {word}
    </p>
    {children}
  </div>
)
