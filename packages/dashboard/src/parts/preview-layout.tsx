import type { ComponentChildren } from 'preact'
import './with-preview.css'

type WithPreviewProps = { readonly preview: ComponentChildren; readonly children: ComponentChildren }

export const PreviewLayout = ({ preview, children }: WithPreviewProps) => (
  <div class="with-preview">
    {children}
    <div class="preview-side">{preview}</div>
  </div>
)
