// Serves the documentation for people at /docs: the page of the contract, the guides, and their files. It requires no script.
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Middleware } from 'koa'
import { type DocsPage, documentOf } from './frame.ts'
import { readStylesheet, versionOf } from '../../base/html/assets.ts'
import { type StaticFile, staticFiles } from '../http/static-files.ts'
import { guidePage, guidesPage, listGuideFiles, listGuides } from './guides.ts'

const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"

/** An SVG image may style itself; its styles do not reach the page. */
const PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"

const TYPES: Record<string, string> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json',
  '.mjs': 'text/javascript',
}

export function docsPages(): Middleware {
  let files: Middleware | undefined
  // listed at the first request, because listing takes some ms and most processes never serve a page
  return (ctx, next) => (isHere(ctx.path) ? (files ??= staticFiles(listFiles()))(ctx, next) : next())
}

const isHere = (at: string): boolean => at === '/docs' || at.startsWith('/docs/')

function listFiles(): Map<string, StaticFile> {
  const stylesheet = readStylesheet([new URL('docs.css', import.meta.url)])
  const stylesheet_path = `/docs/docs-${versionOf(stylesheet)}.css`
  const guides = listGuides()
  const page = (make: () => DocsPage | Promise<DocsPage>): StaticFile => ({
    type: 'text/html',
    policy: POLICY,
    make: async () => documentOf(await make(), stylesheet_path),
  })
  const overview = page(() => guidesPage(guides))
  return new Map<string, StaticFile>([
    ['/docs', page(async () => (await import('./reference.ts')).referencePage(guides))],
    [stylesheet_path, { type: 'text/css', policy: POLICY, is_hashed: true, make: () => stylesheet }],
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
