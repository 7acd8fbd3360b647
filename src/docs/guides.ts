// The texts of docs/ as pages, and the files that they lead to.
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { html } from '../dashboard/html.ts'
import type { Page } from './frame.ts'
import { guideMarkdown } from './markdown.ts'

export interface Guide {
  path: string
  title: string
  /** In docs/. */
  file: string
}

const FOLDER = new URL('../../docs/', import.meta.url)
const PREFIX = '/docs/guides/'

/** What a reader needs first; the others follow in the order of their names. */
const ORDER = ['quick-start', 'automations', 'oauth', 'errors', 'idempotency', 'paging', 'testing']

const source = (file: string): string => readFileSync(new URL(file, FOLDER), 'utf8')

/** Every text. */
export function listGuides(): Guide[] {
  const files = readdirSync(FOLDER).filter(file => file.endsWith('.md'))
  const rank = (file: string): number => ORDER.indexOf(file.replace(/\.md$/, '')) >>> 0
  return files
    .toSorted((one, other) => rank(one) - rank(other) || (one < other ? -1 : 1))
    .map(file => ({ file, path: PREFIX + file.replace(/\.md$/, ''), title: titleOf(source(file)) }))
}

function titleOf(text: string): string {
  return /^# (.+)$/m.exec(text)?.[1] ?? 'A guide'
}

/** Other files, which the texts show or lead to: their addresses and where they are. */
export function listGuideFiles(): { path: string; file: URL }[] {
  return readdirSync(FOLDER, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && !entry.name.endsWith('.md'))
    .map(entry => pathToFileURL(path.join(entry.parentPath, entry.name)))
    .map(file => ({ file, path: PREFIX + file.pathname.slice(FOLDER.pathname.length) }))
}

export function guidePage(guide: Guide, guides: Guide[]): Page {
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
    body: html`<div class="guide">${guideMarkdown(source(guide.file), resolve)}</div>`,
  }
}

export function guidesPage(guides: Guide[]): Page {
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

/** A link as it is written in docs/, from where the page is. */
function resolve(href: string): string {
  const [file, anchor] = href.split('#') as [string, string | undefined]
  const hash = anchor === undefined ? '' : `#${anchor}`
  if (file === '' || /^(?:[a-z]+:|\/)/.test(file)) return href
  return `${PREFIX}${file.replace(/\.md$/, '')}${hash}`
}
