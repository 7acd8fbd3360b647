// Shows an email's own HTML in one of our pages, and lists the email's files.
import type { FileLinks } from '../../../mail/attachments/actions.ts'
import type { AttachmentRecord } from '../../../mail/attachments/store/attachments.ts'
import { type Html, html } from '../../../base/html/html.ts'
import { truncate } from '../../../base/text/length.ts'
import { formatNumber } from './reader.ts'

/**
 * Headers for an email's own HTML, which is untrusted: it runs no script, sends no form, loads only its own files and images of
 * this server, and has an opaque origin. Its links open in a new tab, without a Referer. `images`: also loads images from other
 * servers, because a person chose to.
 */
export function emailFrameHeaders(public_url: string, images = false): Record<string, string> {
  const policy = [
    'sandbox allow-popups allow-popups-to-escape-sandbox',
    "default-src 'none'",
    `img-src data: ${public_url}/files/ ${public_url}/i/${images ? ' https: http:' : ''}`,
    "style-src 'unsafe-inline'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
  ]
  return {
    'Content-Security-Policy': policy.join('; '),
    'X-Frame-Options': 'SAMEORIGIN',
    'Referrer-Policy': 'no-referrer',
    // a DNS lookup of a host in its links would show the sender that the email was opened
    'X-DNS-Prefetch-Control': 'off',
  }
}

const MAIL_HEAD = '<base target="_blank"><meta name="referrer" content="no-referrer">'

/** A file as a page shows it. `url`: the URL of its content, if that is stored. */
export interface PageFile {
  filename: string | null
  content_type: string
  content_id: string | null
  bytes: number | null
  url: string | undefined
}

/** `at`: the time at which the hour of the links begins. */
export function filesForPage(
  { email, attachments }: { email: { team_id: string; id: string }; attachments: readonly AttachmentRecord[] },
  links: FileLinks,
  at: Date,
): PageFile[] {
  const { team_id, id: email_id } = email
  return attachments.map(({ id, filename, content_type, content_id, bytes, blob_id }) => {
    const url = blob_id === null ? undefined : links.linkTo({ team_id, email_id, id }, at).url
    return { filename, content_type, content_id, bytes, url }
  })
}

/**
 * Maximum references that are replaced. Each takes a few characters in the email and two hundred in the page, so an email of 4
 * MB could become a page of 90 MB.
 */
const FILES_SHOWN_MAX = 1000

/** The HTML of an email, with its `cid:` references replaced by links to its own files, up to a maximum. */
export function emailFrameHtml(content: string, files: readonly PageFile[]): string {
  // after the document type, which browsers accept only at the very start
  return withFiles(content, files).replace(/^\s*(?:<!doctype[^>]*>)?/i, start => start + MAIL_HEAD)
}

/**
 * A preview of an email, in dark colors if the URL requests them: its styles for dark mail programs apply, and elements without
 * colors of their own are light on dark.
 */
export function previewFrameHtml(content: string, query: URLSearchParams): string {
  const framed = emailFrameHtml(content, [])
  if (query.get('colors') !== 'dark') return framed
  // `color` matches on each screen
  const styled = framed.replaceAll(/prefers-color-scheme\s{0,5}:\s{0,5}dark/gi, 'color')
  return styled.replace(MAIL_HEAD, head => `${head}<meta name="color-scheme" content="dark">`)
}

function withFiles(content: string, files: readonly PageFile[]): string {
  const urls = new Map(files.map(({ content_id, url }) => [content_id, url]))
  if (urls.size === 0) return content
  const pieces: string[] = []
  let [end, found] = [0, 0]
  for (const { 0: written, 1: id, index } of content.matchAll(/\bcid:([^\s"'<>()]+)/gi)) {
    if (++found > FILES_SHOWN_MAX) break
    pieces.push(content.slice(end, index), urls.get(decoded(id!)) ?? written)
    end = index + written.length
  }
  return [...pieces, content.slice(end)].join('')
}

function decoded(id: string): string {
  try {
    return decodeURIComponent(id)
  } catch {
    return id
  }
}

/** Maximum characters of a text on a page. Escaping takes a tenth of a microsecond for each. */
const TEXT_SHOWN_MAX = 200_000

/** The text of an email, truncated if it is long. */
export function emailText(text: string): Html {
  const isLong = text.length > TEXT_SHOWN_MAX
  return html`<pre class="text" tabindex="0">${isLong ? truncate(text, TEXT_SHOWN_MAX) : text}</pre>
    ${isLong && html`<p class="note">This is the beginning of a text of ${formatNumber(text.length)} characters.</p>`}`
}

/** The frame that shows an email's own HTML. */
export function emailFrame(src: string): Html {
  return html`<iframe
    sandbox="allow-popups allow-popups-to-escape-sandbox"
    referrerpolicy="no-referrer"
    src="${src}"
    title="The mail as HTML"
  ></iframe>`
}

export function fileList(files: readonly PageFile[]): Html | false {
  return (
    files.length > 0 &&
    html`<ul class="rows" aria-label="Attachments">
      ${files.map(
        ({ filename, content_type, bytes, url }) =>
          html`<li>
            <div class="what">
              <h2>${url === undefined ? nameOf(filename) : html`<a href="${url}" download>${nameOf(filename)}</a>`}</h2>
              <p class="soft">${content_type}, ${bytes === null ? 'not fetched yet' : sizeOf(bytes)}</p>
            </div>
          </li>`,
      )}
    </ul>`
  )
}

const nameOf = (filename: string | null): Html => html`<bdi>${filename ?? 'Unnamed file'}</bdi>`

function sizeOf(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
