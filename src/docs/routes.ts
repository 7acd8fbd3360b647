// The documentation for people at /docs: the page of the contract, the guides, and what they show. Nothing of it needs a
// script. Each page is made and compressed when it is first asked for, and kept.
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Context, Middleware } from 'koa'
import { type Page, documentOf } from './frame.ts'
import { readStylesheet, versionOf } from '../html/assets.ts'
import { guidePage, guidesPage, listGuideFiles, listGuides } from './guides.ts'

const STYLESHEET = readStylesheet([new URL('docs.css', import.meta.url)])
const STYLESHEET_PATH = `/docs/docs-${versionOf(STYLESHEET)}.css`

const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"

/** A picture brings its own style, which no page can reach. */
const PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"

/** Nearly as small as the highest, in a tenth of the time. */
const BROTLI_QUALITY = 9

interface File {
  type: string
  /** Whether its address changes with its content. */
  is_hashed?: boolean
  policy?: string
  make: () => Buffer | Promise<Buffer>
}

interface Made {
  etag: string
  encoded: Record<'br' | 'gzip' | 'identity', Buffer>
}

const TYPES: Record<string, string> = {
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.mjs': 'text/javascript',
}

export function docsPages(): Middleware {
  const files = listFiles()
  const made = new Map<File, Promise<Made>>()
  return async (ctx, next) => {
    const file = files.get(ctx.path)
    if (!file || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) return next()
    let making = made.get(file)
    if (!making) {
      making = makeFile(file)
      made.set(file, making)
      // what went wrong may go well next time
      making.catch(() => made.delete(file))
    }
    answer(ctx, file, await making)
  }
}

function listFiles(): Map<string, File> {
  const guides = listGuides()
  const page = (make: () => Page | Promise<Page>): File => ({
    type: 'text/html',
    make: async () => Buffer.from(documentOf(await make(), STYLESHEET_PATH)),
  })
  const overview = page(() => guidesPage(guides))
  return new Map<string, File>([
    ['/docs', page(async () => (await import('./reference.ts')).referencePage(guides))],
    [STYLESHEET_PATH, { type: 'text/css', is_hashed: true, make: () => STYLESHEET }],
    ['/docs/guides', overview],
    ['/docs/guides/', overview],
    ...guides.map(guide => [guide.path, page(() => guidePage(guide, guides))] as const),
    ...listGuideFiles().map(({ path: at, file }) => {
      const type = TYPES[path.extname(at)] ?? 'text/plain'
      const policy = type === 'image/svg+xml' ? PICTURE_POLICY : POLICY
      return [at, { type, policy, make: () => readFile(file) }] as const
    }),
  ])
}

async function makeFile({ make }: File): Promise<Made> {
  const identity = await make()
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY }
  const [br, gzipped] = await Promise.all([promisify(brotliCompress)(identity, { params }), promisify(gzip)(identity)])
  return { etag: versionOf(identity), encoded: { br, gzip: gzipped, identity } }
}

function answer(ctx: Context, { type, is_hashed, policy }: File, { etag, encoded }: Made): void {
  const encoding = (ctx.acceptsEncodings('br', 'gzip', 'identity') || 'identity') as keyof Made['encoded']
  ctx.set('Content-Security-Policy', policy ?? POLICY)
  ctx.set('Cache-Control', is_hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
  ctx.set('Vary', 'Accept-Encoding')
  ctx.set('ETag', `"${etag}-${encoding}"`)
  if (encoding !== 'identity') ctx.set('Content-Encoding', encoding)
  ctx.type = type
  ctx.status = 200
  ctx.body = encoded[encoding]
  // the browser has it already
  if (ctx.fresh) ctx.status = 304
}
