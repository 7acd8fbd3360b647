// Serves the guides in docs/ as pages, and the files that they link to. The Markdown parser is loaded with the first
// page, not at the start.
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Html, html } from '../../base/html/html.ts'
import type { DocsPage } from './frame.ts'

export interface Guide {
  path: string
  title: string
  /** Its name in docs/. */
  file: string
}

export interface GuideGroup {
  name: string
  guides: Guide[]
}

const FOLDER = new URL('../../../docs/', import.meta.url)
const PREFIX = '/docs/guides/'

/** The names of the guides in docs/ by group, in reading order. Each guide is in one group. */
export const GUIDE_GROUPS: Readonly<Record<string, readonly string[]>> = {
  'Get started': ['quick-start', 'testing', 'sdks', 'troubleshooting'],
  Send: ['sending', 'attachments', 'domains', 'broadcasts', 'editor', 'tracking', 'bounces', 'smtp'],
  Audience: ['imports', 'unsubscribe', 'privacy'],
  Automations: ['automations'],
  Receive: ['receiving', 'inboxes', 'webhooks'],
  'OAuth and agents': ['oauth', 'mcp'],
  Operate: [
    'operating',
    'settings',
    'delivery',
    'team',
    'sign-in',
    'audit',
    'telemetry',
    'postgres',
    'litestream',
    'scaling',
    'partners/verify',
  ],
  Reference: [
    'errors',
    'idempotency',
    'paging',
    'limits',
    'logs',
    'api',
    'coverage',
    'promises',
    'glossary',
    'partners/dredd',
    'partners/prism',
    'partners/respect',
    'partners/schemathesis',
    'partners/specmatic',
  ],
}

export const guideSource = (file: string): string => readFileSync(new URL(file, FOLDER), 'utf8')

/** All guides by group. */
export function listGuides(): GuideGroup[] {
  return Object.entries(GUIDE_GROUPS).map(([name, names]) => ({ name, guides: names.map(guideOf) }))
}

function guideOf(name: string): Guide {
  const file = `${name}.md`
  return { file, path: PREFIX + name, title: titleOf(guideSource(file)) }
}

/** For developers of Lettermill; not served. */
const FOR_BUILDERS = ['decisions/', 'design.md']

/** The files in docs/ and its folders, named as links name them. */
function filesIn(): string[] {
  return readdirSync(FOLDER, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => path.relative(fileURLToPath(FOLDER), path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter(file => !FOR_BUILDERS.some(each => file.startsWith(each)))
}

function titleOf(text: string): string {
  return /^# (.+)$/m.exec(text)?.[1] ?? 'Guide'
}

/** Files that guides show or link to, with their paths. */
export function listGuideFiles(): { path: string; file: URL }[] {
  return filesIn()
    .filter(file => !file.endsWith('.md'))
    .map(file => ({ path: PREFIX + file, file: new URL(file, FOLDER) }))
}

export async function guidePage(guide: Guide, groups: GuideGroup[]): Promise<DocsPage> {
  const { guideMarkdown } = await import('./markdown.ts')
  const content = await guideMarkdown(guideSource(guide.file), href => resolved(guide.file, href))
  return {
    title: guide.title,
    beside: html`<nav class="contents" aria-label="Guides">
      <ul>
        ${groups.map(
          ({ name, guides }) =>
            html`<li>
              ${name}
              <ul>
                ${guides.map(each => guideLink(each, each === guide))}
              </ul>
            </li>`,
        )}
      </ul>
    </nav>`,
    body: html`<div class="guide">${content}</div>`,
  }
}

function guideLink({ path: at, title }: Guide, is_current = false): Html {
  return html`<li><a href="${at}" ${is_current && html`aria-current="page"`}>${title}</a></li>`
}

export function guidesPage(groups: GuideGroup[]): DocsPage {
  return {
    title: 'Guides',
    beside: html`<nav class="contents" aria-label="API">
      <p><a href="/docs">All operations</a></p>
    </nav>`,
    body: html`<h1>Guides</h1>
      ${groups.map(
        ({ name, guides }) =>
          html`<h2>${name}</h2>
            <ul>
              ${guides.map(guide => guideLink(guide))}
            </ul>`,
      )}`,
  }
}

/** The path of a link in the file `from` of docs/. `undefined` for other files of the repository: they are not served. */
function resolved(from: string, href: string): string | undefined {
  const [file, anchor] = href.split('#') as [string, string | undefined]
  if (file === '' || /^(?:[a-z]+:|\/)/.test(file)) return href
  const target = path.posix.join(path.posix.dirname(from), file)
  if (target.startsWith('..')) return undefined
  return `${PREFIX}${target.replace(/\.md$/, '')}${anchor === undefined ? '' : `#${anchor}`}`
}
