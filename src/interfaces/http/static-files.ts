// Serves static files: the same for all callers while the server runs. Each is created and compressed at its first
// request, and then cached.
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Context, Middleware } from 'koa'
import { versionOf } from '../../base/html/assets.ts'

export interface StaticFile {
  type: string
  policy: string
  /** Whether its path changes with its content. */
  is_hashed?: boolean
  /** Whether pages of other origins may read it. */
  is_open?: boolean
  make: () => Buffer | string | Promise<Buffer | string>
}

/** Smallest first. */
const ENCODINGS = ['br', 'gzip', 'identity'] as const

interface BuiltFile {
  etag: string
  encoded: Record<(typeof ENCODINGS)[number], Buffer>
}

/** Nearly as small as with the highest quality, in a tenth of the time. */
const BROTLI_QUALITY = 9

const made = new WeakMap<StaticFile, Promise<BuiltFile>>()

/** Serves the paths of these files. A path with a trailing slash redirects to the path without it. */
export function staticFiles(files: ReadonlyMap<string, StaticFile>): Middleware {
  return async (ctx, next) => {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return next()
    const file = files.get(ctx.path)
    if (file) return sendFile(ctx, file)
    const plain = withoutSlash(ctx.path)
    if (plain === undefined || !files.has(plain)) return next()
    ctx.status = 301
    ctx.set('Location', plain + ctx.search)
    ctx.set('Cache-Control', 'no-cache')
    ctx.body = ''
  }
}

/** The path without the trailing slash; `undefined` if it has none, or is only a slash. */
export function withoutSlash(path: string): string | undefined {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : undefined
}

export async function sendFile(ctx: Context, file: StaticFile): Promise<void> {
  let making = made.get(file)
  if (!making) {
    making = makeFile(file)
    made.set(file, making)
    // a failure is not cached: the next request retries
    making.catch(() => made.delete(file))
  }
  const { etag, encoded } = await making
  // checked in our order: browsers list gzip first, which expresses no preference
  const encoding = ENCODINGS.find(each => ctx.acceptsEncodings(each)) ?? 'identity'
  ctx.set('Content-Security-Policy', file.policy)
  ctx.set('Cache-Control', file.is_hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
  ctx.set('Vary', 'Accept-Encoding')
  ctx.set('ETag', `"${etag}-${encoding}"`)
  if (file.is_open) ctx.set('Access-Control-Allow-Origin', '*')
  if (encoding !== 'identity') ctx.set('Content-Encoding', encoding)
  ctx.type = file.type
  ctx.status = 200
  ctx.body = encoded[encoding]
  // the browser's copy is current
  if (ctx.fresh) ctx.status = 304
}

async function makeFile({ make }: StaticFile): Promise<BuiltFile> {
  const identity = Buffer.from(await make())
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY }
  const [br, gzipped] = await Promise.all([promisify(brotliCompress)(identity, { params }), promisify(gzip)(identity)])
  return { etag: versionOf(identity), encoded: { br, gzip: gzipped, identity } }
}
