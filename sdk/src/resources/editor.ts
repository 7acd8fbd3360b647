// What broadcasts and templates say, as documents of TipTap (ProseMirror).
import * as operations from '../generated/sdk.gen.js'
import type { ComposeEditorContent, EditorConnectionInput, GetEditorContentData } from '../generated/types.gen.js'
import { type CallOptions, type Transport, dataOf } from '../transport.js'

/** A broadcast is named by its id, a template by its id or alias. */
export const editor = (to: Transport) => ({
  /** Replaces all that it says. */
  compose: (body: ComposeEditorContent, options?: CallOptions) =>
    dataOf(operations.composeEditorContent({ ...options, ...to, body })),
  content: (query: GetEditorContentData['query'], options?: CallOptions) =>
    dataOf(operations.getEditorContent({ ...options, ...to, query })),
  /** Shows people that a program works on it, for ten minutes. */
  connect: (body: EditorConnectionInput, options?: CallOptions) =>
    dataOf(operations.connectEditor({ ...options, ...to, body })),
  disconnect: (body: EditorConnectionInput, options?: CallOptions) =>
    dataOf(operations.disconnectEditor({ ...options, ...to, body })),
})
