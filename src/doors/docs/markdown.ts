// Markdown as HTML: the descriptions of the contract and the guides, which are ours; nothing of a user comes in here.
import { setImmediate } from 'node:timers/promises'
import { Marked, type Tokens } from 'marked'
import { Html } from '../../base/html/html.ts'

/** Where a link of a text leads; `undefined` when there is nothing that we serve. */
type Resolve = (href: string) => string | undefined

const PLAIN = new Marked()

/** A description of one or several paragraphs. */
export function markdown(text: string): Html {
  return new Html(PLAIN.parse(text, { async: false }))
}

/** A text within a line or a cell of a table. */
export function inlineMarkdown(text: string): Html {
  return new Html(PLAIN.parseInline(text, { async: false }))
}

/** A whole text, whose headings can be linked to and whose links are resolved. It blocks others for one part at most. */
export async function guideMarkdown(text: string, resolve: Resolve): Promise<Html> {
  const marked = guideParser(resolve)
  const parts: string[] = []
  for (const part of partsOf(text)) {
    parts.push(marked.parse(part, { async: false }))
    await setImmediate()
  }
  return new Html(parts.join(''))
}

/** Before each heading but those that are within an example. */
function partsOf(text: string): string[] {
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
      // what it says is worth reading also where it leads to nothing
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
      // a wide one scrolls by itself, also with the keyboard
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

/** As the hosts of repositories name headings, so that links work in both places. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')
}
