// The content of broadcasts and templates as TipTap (ProseMirror) documents.
import * as operations from '../generated/sdk.gen.js'
import type { ComposeEditorContent, EditorConnectionInput, GetEditorContentData } from '../generated/types.gen.js'
import { type CallOptions, type Transport, dataOf } from '../transport.js'

/** A broadcast is identified by its id, a template by its id or alias. */
export const editor = (to: Transport) => ({
  /** Replaces the whole content. */
  compose: (body: ComposeEditorContent, options?: CallOptions) =>
    dataOf(operations.composeEditorContent({ ...options, ...to, body })),
  content: (query: GetEditorContentData['query'], options?: CallOptions) =>
    dataOf(operations.getEditorContent({ ...options, ...to, query })),
  /** Shows users for ten minutes that a program edits the content. */
  connect: (body: EditorConnectionInput, options?: CallOptions) =>
    dataOf(operations.connectEditor({ ...options, ...to, body })),
  disconnect: (body: EditorConnectionInput, options?: CallOptions) =>
    dataOf(operations.disconnectEditor({ ...options, ...to, body })),
})
