// A QR code as one SVG path, drawn on the server, so that the secret in it is not sent to another server.
import qrcode from 'qrcode-generator'
import { type Html, html } from '../../../../base/html/html.ts'

/** ISO/IEC 18004 requires a margin of four modules. */
const MARGIN = 4

export function qrCode(text: string, label: string): Html {
  const code = qrcode(0, 'M')
  code.addData(text)
  code.make()
  const size = code.getModuleCount()
  const modules = Array.from({ length: size }, (_, index) => index)
  const path = modules
    .flatMap(row => modules.filter(column => code.isDark(row, column)).map(column => `M${column} ${row}h1v1h-1z`))
    .join('')
  const whole = size + 2 * MARGIN
  return html`<svg
    class="qr"
    role="img"
    aria-label="${label}"
    viewBox="${-MARGIN} ${-MARGIN} ${whole} ${whole}"
    shape-rendering="crispEdges"
  >
    <rect x="${-MARGIN}" y="${-MARGIN}" width="${whole}" height="${whole}" fill="#fff" />
    <path d="${path}" fill="#000" />
  </svg>`
}
