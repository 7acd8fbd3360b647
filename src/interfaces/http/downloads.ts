// Downloads: a link gives access to its file without credentials until it expires. The files come from third parties, so browsers
// save them and never render them.
import { Readable } from 'node:stream'
import type { Context, Middleware } from 'koa'
import { refusal } from '../../base/text/refusal.ts'
import { hasRoomToRespond, PATIENCE_MS, SLOWEST_BYTES_PER_S } from './large-bodies.ts'
import { requestLog } from './request-log.ts'

interface File {
  team_id: string
  id: string
  /** The same for files of equal content. */
  blob_id: string
  /** Bytes before the content that are specific to this file. */
  head?: Buffer
  filename: string | null
  content_type: string
  bytes: number
}

type Content = Omit<File, 'filename'>

interface FileSource<Of extends Content> {
  /** The file that a link leads to; `undefined` for an unknown or expired link. */
  find(token: string): Promise<Of | undefined>
  /** Its content from byte `from` on. */
  read(file: Of, from: number): AsyncGenerator<Buffer>
}

const PREFIX = '/files/'
/** Bytes of a response in memory: one chunk is read while the previous one is being sent. */
const HELD_BYTES = 600_000

const HEADERS = {
  'Accept-Ranges': 'bytes',
  'Cache-Control': 'private, no-cache',
  'Content-Security-Policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
  // images are shown in an email's HTML, which has an opaque origin
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
}

export function downloads<Of extends File>(source: FileSource<Of>): Middleware {
  return async (ctx, next) => {
    if (!ctx.path.startsWith(PREFIX) || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) return next()
    const file = await source.find(ctx.path.slice(PREFIX.length))
    if (!file)
      throw refusal(
        'not_found',
        'The link is wrong or has expired. Links are valid for one hour. Request the attachment again.',
      )
    requestLog(ctx).team_id = file.team_id
    ctx.set(HEADERS)
    ctx.attachment(file.filename ?? undefined)
    ctx.set('Content-Type', file.content_type)
    ctx.set('ETag', tagOf(file))
    await answerFile(ctx, source, file)
  }
}

const IMAGES_PREFIX = '/i/'

const IMAGE_HEADERS = {
  ...HEADERS,
  'Cache-Control': 'public, max-age=31536000, immutable',
  'Content-Security-Policy': "sandbox; default-src 'none'",
}

/**
 * Images of email. Unlike other files they are rendered: their type is known from their bytes, and nothing in them is
 * executed.
 */
export function publicImages<Of extends Content>(source: {
  find(path: string): Promise<Of | undefined>
  read(image: Of, from: number): AsyncGenerator<Buffer>
}): Middleware {
  return async (ctx, next) => {
    if (!ctx.path.startsWith(IMAGES_PREFIX) || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) return next()
    const image = await source.find(ctx.path)
    if (!image) throw refusal('not_found', 'The image was deleted, or the URL is incomplete.')
    requestLog(ctx).team_id = image.team_id
    ctx.set(IMAGE_HEADERS)
    ctx.set('Content-Type', image.content_type)
    ctx.set('ETag', tagOf(image))
    ctx.status = 200
    if (ctx.fresh) ctx.status = 304
    else await answerFile(ctx, source, image)
  }
}

async function answerFile<Of extends Content>(
  ctx: Context,
  source: Pick<FileSource<Of>, 'read'>,
  file: Of,
): Promise<void> {
  const { bytes, team_id } = file
  const range = rangeOf(ctx, file)
  if (range === 'none') {
    ctx.set('Content-Range', `bytes */${bytes}`)
    throw refusal('validation_error', `The range is outside of the file, which has ${bytes} bytes.`, 416)
  }
  const { first, last } = range ?? { first: 0, last: bytes - 1 }
  const length = last - first + 1
  ctx.status = range ? 206 : 200
  if (range) ctx.set('Content-Range', `bytes ${first}-${last}/${bytes}`)
  ctx.length = length
  if (ctx.method === 'HEAD') return
  const patience_ms = PATIENCE_MS + (length / SLOWEST_BYTES_PER_S) * 1000
  if (!(await hasRoomToRespond(Math.min(length, HELD_BYTES), { response: ctx.res, team_id }, patience_ms))) {
    throw refusal('service_unavailable', 'Too many downloads in progress. Try again in a few seconds.')
  }
  ctx.body = Readable.from(upTo(source.read(file, first), length), { objectMode: false, highWaterMark: 65_536 })
  // Koa removes both when the body is a stream
  ctx.set('Content-Type', file.content_type)
  ctx.length = length
}

async function* upTo(pieces: AsyncGenerator<Buffer>, length: number): AsyncGenerator<Buffer> {
  let left = length
  for await (const piece of pieces) {
    yield piece.subarray(0, left)
    left -= piece.length
    if (left <= 0) return
  }
}

const tagOf = ({ id, blob_id, head }: Content): string => `"${head ? id : blob_id}"`

/** The requested range (RFC 9110 14.2). Several ranges are ignored: a multipart response is not worth its code. */
function rangeOf(ctx: Context, file: Content): { first: number; last: number } | 'none' | undefined {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(ctx.get('Range')) ?? []
  const { bytes } = file
  const condition = ctx.get('If-Range')
  if (from === undefined || to === undefined || from + to === '') return undefined
  if (condition !== '' && condition !== tagOf(file)) return undefined
  const first = from === '' ? Math.max(0, bytes - Number(to)) : Number(from)
  const last = from === '' || to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1)
  if (from !== '' && to !== '' && Number(to) < Number(from)) return undefined
  return first <= last ? { first, last } : 'none'
}
