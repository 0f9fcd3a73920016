import type { ComponentChildren } from 'preact'
import './with-preview.css'

type WithPreviewProps = { readonly preview: ComponentChildren; readonly children: ComponentChildren }

/** Something that is set up, beside what it comes to; above it where there is no room. */
export const WithPreview = ({ preview, children }: WithPreviewProps) => (
  <div class="with-preview">
    {children}
    <div class="preview-side">{preview}</div>
  </div>
)
