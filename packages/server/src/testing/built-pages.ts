import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'

const template = `<!doctype html>
<html lang="en">
  <head>
    <title>p2p-rates</title>
    <!--head-->
    <script type="module" src="/assets/index-1.js"></script>
  </head>
  <body>
    <div id="app"></div>
    <!--first-->
    <noscript><!--noscript--></noscript>
  </body>
</html>
`

const manifest = {
  'index.html': { file: 'assets/index-1.js', imports: ['basics.ts'], css: ['assets/style-1.css'] },
  'basics.ts': { file: 'assets/basics-1.js' },
  'pages/market/market.tsx': {
    file: 'assets/market-1.js',
    imports: ['index.html', 'parts.ts'],
    css: ['assets/style-1.css', 'assets/market-1.css'],
  },
  'parts.ts': { file: 'assets/parts-1.js', imports: ['index.html'], css: ['assets/market-1.css'] },
  'words/common/en.ts': { file: 'assets/en-1.js' },
  'words/common/uk.ts': { file: 'assets/uk-1.js' },
}

const script = `console.log(${JSON.stringify('a long script '.repeat(200))})`

export const makeBuiltPages = (folder = mkdtempSync(join(tmpdir(), 'p2p-pages-'))): string => {
  const write = (path: string, text: string | Buffer) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  write('index.html', template)
  write('manifest.json', JSON.stringify(manifest))
  write('assets/index-1.js', script)
  write('assets/index-1.js.br', brotliCompressSync(script))
  write('assets/index-1.js.gz', gzipSync(script))
  write('assets/style-1.css', 'body { margin: 0 }')
  write(
    'docs/quick-start.html',
    '<!doctype html><title>Quick start</title><aside class="simulated" hidden>SIMULATED.</aside>',
  )
  write('docs/quick-start.md', '# Quick start')
  write('docs/uk/quick-start.html', '<!doctype html><title>Швидкий початок</title>')
  write('llms.txt', 'p2p-rates')
  write('preview.png', Buffer.from([0x89, 0x50, 0x4e, 0x47]))
  return folder
}
