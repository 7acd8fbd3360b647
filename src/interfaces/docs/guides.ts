// Serves the guides in docs/ as pages, and the files that they link to. The Markdown parser is loaded with the first
// page, not at the start.
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { html } from '../../base/html/html.ts'
import type { DocsPage } from './frame.ts'

export interface Guide {
  path: string
  title: string
  /** Its name in docs/. */
  file: string
}

const FOLDER = new URL('../../../docs/', import.meta.url)
const PREFIX = '/docs/guides/'

/** Order of the first guides; the others follow by name. */
const ORDER = [
  'quick-start',
  'automations',
  'oauth',
  'errors',
  'idempotency',
  'paging',
  'sending',
  'attachments',
  'testing',
]

const source = (file: string): string => readFileSync(new URL(file, FOLDER), 'utf8')

/** All guides. */
export function listGuides(): Guide[] {
  const names = filesIn()
    .filter(file => file.endsWith('.md'))
    .map(file => file.slice(0, -'.md'.length))
  const rank = (name: string): number => ORDER.indexOf(name) >>> 0
  return names
    .toSorted((one, other) => rank(one) - rank(other) || (one < other ? -1 : 1))
    .map(name => ({ file: `${name}.md`, path: PREFIX + name, title: titleOf(source(`${name}.md`)) }))
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
  return /^# (.+)$/m.exec(text)?.[1] ?? 'A guide'
}

/** Files that guides show or link to, with their paths. */
export function listGuideFiles(): { path: string; file: URL }[] {
  return filesIn()
    .filter(file => !file.endsWith('.md'))
    .map(file => ({ path: PREFIX + file, file: new URL(file, FOLDER) }))
}

export async function guidePage(guide: Guide, guides: Guide[]): Promise<DocsPage> {
  const { guideMarkdown } = await import('./markdown.ts')
  return {
    title: guide.title,
    beside: html`<nav class="contents" aria-label="Guides">
      <ul>
        ${guides.map(
          ({ path: at, title }) =>
            html`<li>
              <a href="${at}" ${at === guide.path && html`aria-current="page"`}>${title}</a>
            </li>`,
        )}
      </ul>
    </nav>`,
    body: html`<div class="guide">${await guideMarkdown(source(guide.file), href => resolved(guide.file, href))}</div>`,
  }
}

export function guidesPage(guides: Guide[]): DocsPage {
  const list = html`<ul>
    ${guides.map(({ path, title }) => html`<li><a href="${path}">${title}</a></li>`)}
  </ul>`
  return {
    title: 'Guides',
    beside: html`<nav class="contents" aria-label="API">
      <p><a href="/docs">All operations</a></p>
    </nav>`,
    body: html`<h1>Guides</h1>
      ${list}`,
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
