// A document in the form that the editor on the pages accepts: its schema allows images only inline, and no empty texts.
import type { EditorNode } from './document.ts'

export function withBlocksInLines(node: EditorNode): EditorNode {
  if (!node.content) return node
  const isLine = node.type === 'paragraph' || node.type === 'heading'
  const content = node.content
    .filter(({ type, text }) => type !== 'text' || text !== '')
    .map(each => (each.type === 'image' && !isLine ? { type: 'paragraph', content: [each] } : withBlocksInLines(each)))
  return { ...node, content }
}
