import type { ComponentChildren } from 'preact'
import './preview-layout.css'

type PreviewLayoutProps = { readonly preview: ComponentChildren; readonly children: ComponentChildren }

export const PreviewLayout = ({ preview, children }: PreviewLayoutProps) => (
  <div class="card with-preview">
    {children}
    <div class="stack-wide">{preview}</div>
  </div>
)
