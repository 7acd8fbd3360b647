// Sanitizes the HTML of an email from any sender: removes everything that runs, submits or loads. It is shown in a
// frame whose policy forbids the same.
import sanitize, { type Attributes, type IOptions, type Tag } from 'sanitize-html'

const LOOKS = ['align', 'bgcolor', 'border', 'color', 'dir', 'height', 'lang', 'style', 'title', 'valign', 'width']

const FURTHER_TAGS = 'big center del details font img ins strike summary tt'.split(' ')
const NO_TEXT =
  'script style textarea option xmp title noembed noframes noscript template svg math object iframe audio video'.split(
    ' ',
  )

const ALLOWED: IOptions = {
  allowedTags: [...sanitize.defaults.allowedTags, ...FURTHER_TAGS],
  allowedAttributes: {
    '*': LOOKS,
    a: ['href', 'name', 'rel', 'target'],
    img: ['src', 'alt'],
    font: ['face', 'size'],
    table: ['cellpadding', 'cellspacing'],
    td: ['colspan', 'rowspan', 'nowrap'],
    th: ['colspan', 'rowspan', 'nowrap'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['cid', 'data', 'http', 'https'] },
  allowProtocolRelative: false,
  // the content of these elements is not text of the email
  nonTextTags: NO_TEXT,
  parseStyleAttributes: false,
  /** Tables of newsletters are a few dozen levels deep. */
  nestingLimit: 250,
}

/** `images`: whether images from other servers are shown, which reveals to the sender that the email was opened. */
export function safeHtml(html: string, images: boolean): string {
  const transformTags = {
    a: (tagName: string, attribs: Attributes): Tag => {
      return { tagName, attribs: { ...attribs, target: '_blank', rel: 'noopener noreferrer' } }
    },
    img: (tagName: string, attribs: Attributes): Tag => {
      return { tagName, attribs: isShown(attribs.src ?? '', images) ? attribs : without('src', attribs) }
    },
    '*': (tagName: string, attribs: Attributes): Tag => {
      return { tagName, attribs: images || !loads(attribs.style ?? '') ? attribs : without('style', attribs) }
    },
  }
  return sanitize(html, { ...ALLOWED, transformTags })
}

function isShown(src: string, images: boolean): boolean {
  const start = src.trimStart().toLowerCase()
  return start.startsWith('cid:') || start.startsWith('data:image/') || images
}

/** Whether a style may load a file. CSS can write a URL in several ways, and names with escapes. */
function loads(style: string): boolean {
  const plain = style.toLowerCase()
  return ['url', 'image', 'src(', '\\'].some(each => plain.includes(each))
}

function without(name: string, attribs: Attributes): Attributes {
  return Object.fromEntries(Object.entries(attribs).filter(([each]) => each !== name))
}
