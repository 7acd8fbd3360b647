// The block editor in the browser. It replaces the field with the document, which is part of the form whenever that is sent,
// including by the script that saves. Nodes and marks are those of src/campaigns/editor/document.
import { baseKeymap, chainCommands, exitCode, lift, setBlockType, toggleMark, wrapIn } from 'prosemirror-commands'
import { history, redo, undo } from 'prosemirror-history'
import { keymap } from 'prosemirror-keymap'
import { Node, Schema } from 'prosemirror-model'
import { liftListItem, sinkListItem, splitListItemKeepMarks, wrapInList } from 'prosemirror-schema-list'
import { EditorState, Plugin } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'

const schema = new Schema({
  nodes: {
    doc: { content: 'block+' },
    paragraph: { group: 'block', content: 'inline*', parseDOM: [{ tag: 'p' }], toDOM: () => ['p', 0] },
    heading: {
      group: 'block',
      content: 'inline*',
      attrs: { level: { default: 1 } },
      defining: true,
      parseDOM: [1, 2, 3, 4, 5, 6].map(level => ({ tag: `h${level}`, attrs: { level } })),
      toDOM: node => [`h${node.attrs.level}`, 0],
    },
    bulletList: { group: 'block', content: 'listItem+', parseDOM: [{ tag: 'ul' }], toDOM: () => ['ul', 0] },
    orderedList: {
      group: 'block',
      content: 'listItem+',
      attrs: { start: { default: 1 } },
      parseDOM: [{ tag: 'ol', getAttrs: dom => ({ start: dom.start }) }],
      toDOM: ({ attrs: { start } }) => ['ol', start === 1 ? {} : { start }, 0],
    },
    listItem: { content: 'block+', defining: true, parseDOM: [{ tag: 'li' }], toDOM: () => ['li', 0] },
    blockquote: {
      group: 'block',
      content: 'block+',
      defining: true,
      parseDOM: [{ tag: 'blockquote' }],
      toDOM: () => ['blockquote', 0],
    },
    codeBlock: {
      group: 'block',
      content: 'text*',
      marks: '',
      code: true,
      defining: true,
      parseDOM: [{ tag: 'pre', preserveWhitespace: 'full' }],
      toDOM: () => ['pre', ['code', 0]],
    },
    horizontalRule: { group: 'block', parseDOM: [{ tag: 'hr' }], toDOM: () => ['hr'] },
    image: {
      group: 'inline',
      inline: true,
      attrs: { src: {}, alt: { default: '' } },
      draggable: true,
      parseDOM: [{ tag: 'img[src]', getAttrs: dom => ({ src: dom.getAttribute('src'), alt: dom.alt }) }],
      // the URL of an image may be a placeholder, which cannot be loaded here
      toDOM: ({ attrs: { src, alt } }) => ['img', { src, alt: alt || src, title: src }],
    },
    hardBreak: { group: 'inline', inline: true, selectable: false, parseDOM: [{ tag: 'br' }], toDOM: () => ['br'] },
    text: { group: 'inline' },
  },
  marks: {
    link: {
      attrs: { href: {} },
      inclusive: false,
      parseDOM: [{ tag: 'a[href]', getAttrs: dom => ({ href: dom.getAttribute('href') }) }],
      toDOM: ({ attrs: { href } }) => ['a', { href, title: href }, 0],
    },
    bold: { parseDOM: [{ tag: 'strong' }, { tag: 'b' }], toDOM: () => ['strong', 0] },
    italic: { parseDOM: [{ tag: 'em' }, { tag: 'i' }], toDOM: () => ['em', 0] },
    underline: { parseDOM: [{ tag: 'u' }], toDOM: () => ['u', 0] },
    strike: { parseDOM: [{ tag: 's' }, { tag: 'del' }], toDOM: () => ['s', 0] },
    code: { parseDOM: [{ tag: 'code' }], toDOM: () => ['code', 0] },
  },
})

const { nodes, marks } = schema

/** Creates a link to a URL that it prompts for; removes an existing link. */
function linkCommand(state, dispatch) {
  const { from, to, empty } = state.selection
  if (empty) return false
  if (state.doc.rangeHasMark(from, to, marks.link)) return toggleMark(marks.link)(state, dispatch)
  const href = dispatch && window.prompt('Link URL')
  if (href) return toggleMark(marks.link, { href })(state, dispatch)
  return true
}

function imageCommand(state, dispatch) {
  const src = dispatch && window.prompt('Image URL')
  const alt = src && window.prompt('Alternative text')
  if (src) dispatch(state.tr.replaceSelectionWith(nodes.image.create({ src, alt: alt ?? '' })))
  return true
}

function insert(type) {
  return (state, dispatch) => {
    dispatch?.(state.tr.replaceSelectionWith(type.create()).scrollIntoView())
    return true
  }
}

const TOOLS = [
  ['Paragraph', setBlockType(nodes.paragraph)],
  ['Heading 1', setBlockType(nodes.heading, { level: 1 })],
  ['Heading 2', setBlockType(nodes.heading, { level: 2 })],
  ['Bold', toggleMark(marks.bold), marks.bold],
  ['Italic', toggleMark(marks.italic), marks.italic],
  ['Underline', toggleMark(marks.underline), marks.underline],
  ['Strike', toggleMark(marks.strike), marks.strike],
  ['Code', toggleMark(marks.code), marks.code],
  ['Link', linkCommand, marks.link],
  ['List', wrapInList(nodes.bulletList)],
  ['Numbered list', wrapInList(nodes.orderedList)],
  ['Quote', wrapIn(nodes.blockquote)],
  ['Outdent', chainCommands(liftListItem(nodes.listItem), lift)],
  ['Code block', setBlockType(nodes.codeBlock)],
  ['Divider', insert(nodes.horizontalRule)],
  ['Image', imageCommand],
  ['Undo', undo],
  ['Redo', redo],
]

function isMarked(state, mark) {
  const { from, to, empty, $from } = state.selection
  if (empty) return mark.isInSet(state.storedMarks ?? $from.marks()) !== undefined
  return state.doc.rangeHasMark(from, to, mark)
}

/** The buttons above the text. A currently disabled button keeps the keyboard focus. */
function bar(view, element) {
  const buttons = TOOLS.map(([name, command, mark]) => {
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = name
    button.addEventListener('click', () => {
      command(view.state, view.dispatch)
      view.focus()
    })
    element.append(button)
    return { button, command, mark }
  })
  const update = () => {
    for (const { button, command, mark } of buttons) {
      button.ariaDisabled = String(!command(view.state))
      if (mark) button.ariaPressed = String(isMarked(view.state, mark))
    }
  }
  update()
  return { update }
}

const KEYS = {
  'Mod-z': undo,
  'Mod-y': redo,
  'Shift-Mod-z': redo,
  'Mod-b': toggleMark(marks.bold),
  'Mod-i': toggleMark(marks.italic),
  'Mod-u': toggleMark(marks.underline),
  'Mod-k': linkCommand,
  'Mod-]': sinkListItem(nodes.listItem),
  'Mod-[': liftListItem(nodes.listItem),
  Enter: splitListItemKeepMarks(nodes.listItem),
  'Shift-Enter': chainCommands(exitCode, insert(nodes.hardBreak)),
}

function start(field) {
  const doc = Node.fromJSON(schema, JSON.parse(field.value))
  doc.check()
  const form = field.form
  const place = form.querySelector('.as-json')
  const tools = document.createElement('div')
  tools.className = 'bar'
  tools.setAttribute('role', 'toolbar')
  tools.ariaLabel = 'Formatting'
  place.before(tools)
  const plugins = [history(), keymap(KEYS), keymap(baseKeymap), new Plugin({ view: view => bar(view, tools) })]
  const attributes = { 'aria-label': 'Content', 'aria-multiline': 'true', role: 'textbox' }
  // as if it were typed into the field
  function dispatchTransaction(change) {
    this.updateState(this.state.apply(change))
    if (change.docChanged) field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  const view = new EditorView(
    { mount: mountBefore(place) },
    { state: EditorState.create({ doc, plugins }), attributes, dispatchTransaction },
  )
  place.hidden = true
  form.addEventListener('formdata', ({ formData }) => formData.set('document', JSON.stringify(view.state.doc)))
  document.addEventListener('insert-image', ({ detail }) => {
    view.dispatch(view.state.tr.replaceSelectionWith(nodes.image.create(detail)))
    view.focus()
  })
}

function mountBefore(place) {
  const element = document.createElement('div')
  place.before(element)
  return element
}

const field = document.querySelector('.blocks textarea[name="document"]')
try {
  if (field) start(field)
} catch (error) {
  // a document that the editor cannot load remains unchanged in the field
  console.warn(error)
}
