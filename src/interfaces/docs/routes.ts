// Serves the documentation for people at /docs: the page of the contract, the guides with their files, and the search.
// It requires no script.
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Context, Middleware } from 'koa'
import { type DocsPage, SEARCH_PATH, documentOf } from './frame.ts'
import { readStylesheet, versionOf } from '../../base/html/assets.ts'
import { type StaticFile, staticFiles } from '../http/static-files.ts'
import { guidePage, guidesPage, listGuideFiles, listGuides } from './guides.ts'

const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

/** An SVG image may style itself; its styles do not reach the page. */
const PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"

const TYPES: Record<string, string> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json',
  '.mjs': 'text/javascript',
}

export function docsPages(): Middleware {
  let pages: Middleware | undefined
  // listed at the first request, because listing takes some ms and most processes never serve a page
  return (ctx, next) => (isHere(ctx.path) ? (pages ??= listPages())(ctx, next) : next())
}

const isHere = (at: string): boolean => at === '/docs' || at.startsWith('/docs/')

function listPages(): Middleware {
  const stylesheet = readStylesheet([new URL('docs.css', import.meta.url)])
  const stylesheet_path = `/docs/docs-${versionOf(stylesheet)}.css`
  const files = listFiles(stylesheet_path)
  files.set(stylesheet_path, { type: 'text/css', policy: POLICY, is_hashed: true, make: () => stylesheet })
  const serveFile = staticFiles(files)
  return (ctx, next) => (isSearch(ctx) ? answerSearch(ctx, stylesheet_path) : serveFile(ctx, next))
}

const isSearch = ({ method, path: at }: Context): boolean =>
  at === SEARCH_PATH && (method === 'GET' || method === 'HEAD')

async function answerSearch(ctx: Context, stylesheet_path: string): Promise<void> {
  const { searchPage } = await import('./search.ts')
  ctx.set('Content-Security-Policy', POLICY)
  ctx.set('Cache-Control', 'no-cache')
  ctx.type = 'text/html'
  ctx.body = documentOf(searchPage(new URLSearchParams(ctx.querystring).get('q') ?? ''), stylesheet_path)
}

function listFiles(stylesheet_path: string): Map<string, StaticFile> {
  const groups = listGuides()
  const page = (make: () => DocsPage | Promise<DocsPage>): StaticFile => ({
    type: 'text/html',
    policy: POLICY,
    make: async () => documentOf(await make(), stylesheet_path),
  })
  const overview = page(() => guidesPage(groups))
  return new Map<string, StaticFile>([
    ['/docs', page(async () => (await import('./reference.ts')).referencePage())],
    ['/docs/guides', overview],
    ['/docs/guides/', overview],
    ...groups.flatMap(({ guides }) => guides.map(guide => [guide.path, page(() => guidePage(guide, groups))] as const)),
    ...listGuideFiles().map(({ path: at, file }) => {
      const type = TYPES[path.extname(at)] ?? 'text/plain'
      const policy = type === 'image/svg+xml' ? PICTURE_POLICY : POLICY
      return [at, { type, policy, make: () => readFile(file) }] as const
    }),
  ])
}
