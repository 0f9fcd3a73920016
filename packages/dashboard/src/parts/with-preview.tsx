import type { ComponentChildren } from 'preact'
import './with-preview.css'

type WithPreviewProps = { readonly preview: ComponentChildren; readonly children: ComponentChildren }

/** Form next to its preview; on narrow screens, above it. */
export const WithPreview = ({ preview, children }: WithPreviewProps) => (
  <div class="with-preview">
    {children}
    <div class="preview-side">{preview}</div>
  </div>
)
