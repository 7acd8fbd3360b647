// Instructions for language models on how to write a document (`GET /api/agent/prompt`).
import { hash } from 'node:crypto'
import { DEPTH_MAX, MARK_NAMES, NODE_NAMES, NODES_MAX } from './document/document.ts'

const DATA = `# Documents of broadcasts and templates

A document is TipTap (ProseMirror) JSON: {"type":"doc","content":[blocks]}.

Nodes: ${NODE_NAMES.join(', ')}.
- doc, blockquote and listItem hold blocks: paragraph, heading, bulletList, orderedList, blockquote, codeBlock, horizontalRule, image.
- paragraph and heading hold text, hardBreak and image. heading has attrs.level from 1 to 6.
- bulletList and orderedList hold listItem. codeBlock holds text without marks.
- image has attrs.src (https, cid or a data: picture) and attrs.alt.
- text has "text", and may have "marks".

Marks: ${MARK_NAMES.join(', ')}. link has attrs.href (http, https, mailto, tel or sms).

Anything else is refused, and the answer names the place. At most ${NODES_MAX} nodes and ${DEPTH_MAX} levels.

Write placeholders in texts and addresses literally, each within one text:
- in broadcasts {{{contact.first_name|there}}}, {{{contact.last_name}}}, {{{contact.email}}}, {{{contact.PROPERTY}}}
- in templates {{{VARIABLE}}}, which the template must declare
- {{{RESEND_UNSUBSCRIBE_URL}}} as the href of a link: it belongs into every broadcast

Example:
{"type":"doc","content":[
{"type":"heading","attrs":{"level":1},"content":[{"type":"text","text":"Hello {{{contact.first_name|there}}}"}]},
{"type":"paragraph","content":[{"type":"text","text":"Read "},{"type":"text","marks":[{"type":"bold"}],"text":"what is new"},{"type":"text","text":"."}]},
{"type":"paragraph","content":[{"type":"text","marks":[{"type":"link","attrs":{"href":"{{{RESEND_UNSUBSCRIBE_URL}}}"}}],"text":"Unsubscribe"}]}
]}`

/** `version` changes with the text, so that a program can detect changes. */
export const EDITOR_PROMPT = { data: DATA, version: hash('sha256', DATA).slice(0, 12) }
