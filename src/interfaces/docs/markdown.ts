// Renders the Markdown of the contract and the guides. Those texts are trusted: do not pass text of users, because HTML
// in it is not escaped.
import { setImmediate } from 'node:timers/promises'
import { Marked, type Tokens } from 'marked'
import { Html } from '../../base/html/html.ts'

/** The target of a link; `undefined` if this server does not serve it. */
type Resolve = (href: string) => string | undefined

const PLAIN = new Marked()

/** Renders one or several paragraphs. */
export function markdown(text: string): Html {
  return new Html(PLAIN.parse(text, { async: false }))
}

/** Renders text within a line or a table cell. */
export function inlineMarkdown(text: string): Html {
  return new Html(PLAIN.parseInline(text, { async: false }))
}

/** Renders a whole text: headings get anchors, links are resolved. Yields after each part, so that other requests are not blocked. */
export async function guideMarkdown(text: string, resolve: Resolve): Promise<Html> {
  const marked = guideParser(resolve)
  const parts: string[] = []
  for (const part of sectionsIn(text)) {
    parts.push(marked.parse(part, { async: false }))
    await setImmediate()
  }
  return new Html(parts.join(''))
}

/** Splits a text before each heading outside of code blocks. */
export function sectionsIn(text: string): string[] {
  const parts: string[] = []
  let is_code = false
  for (const line of text.split('\n')) {
    if (line.startsWith('```')) is_code = !is_code
    if (parts.length === 0 || (!is_code && line.startsWith('#'))) parts.push('')
    parts[parts.length - 1] += `${line}\n`
  }
  return parts
}

function guideParser(resolve: Resolve): Marked {
  const seen = new Map<string, number>()
  return new Marked({
    walkTokens: token => {
      if (token.type === 'link' || token.type === 'image') token.href = resolve(token.href) ?? ''
    },
    renderer: {
      // a link without a target becomes its text
      link({ href, tokens }: Tokens.Link): string | false {
        return href === '' && this.parser.parseInline(tokens)
      },
      heading({ tokens, depth, text: heading }: Tokens.Heading): string {
        const id = anchorOf(heading)
        const count = seen.get(id) ?? 0
        seen.set(id, count + 1)
        const unique = count === 0 ? id : `${id}-${count}`
        return `<h${depth} id="${unique}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      // a wide table scrolls separately, also with the keyboard
      table({ header, rows }: Tokens.Table): string {
        const cells = (row: Tokens.TableCell[], tag: string): string =>
          `<tr>${row.map(({ tokens, text }) => cellOf(this.parser.parseInline(tokens), text === '' ? 'td' : tag)).join('')}</tr>\n`
        const body = rows.map(row => cells(row, 'td')).join('')
        const table = `<table><thead>${cells(header, 'th scope="col"')}</thead><tbody>${body}</tbody></table>`
        return `<div class="scrolls" role="group" aria-label="Table" tabindex="0">${table}</div>\n`
      },
    },
  })
}

function cellOf(content: string, tag: string): string {
  return `<${tag}>${content}</${tag.split(' ')[0]}>`
}

/** Anchors in GitHub's form, so that a link works there and here. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')
}
