// The code of a thread: runs tasks, and loads the module of a task when the first of its kind arrives.
import { parentPort, type Transferable } from 'node:worker_threads'
import { Refusal } from '../text/refusal.ts'
import type { ThreadRequest, ThreadReply } from './tasks.ts'

parentPort!.on('message', ({ id, order }: { id: number; order: ThreadRequest }) => void work(id, order))

async function work(id: number, order: ThreadRequest): Promise<void> {
  const reply = await perform(order).then((output): ThreadReply => ({ output }), failed)
  parentPort!.postMessage({ id, reply }, handedOver(reply))
}

async function perform({ module, name, input }: ThreadRequest): Promise<unknown> {
  const functions = (await import(module)) as Record<string, (...input: unknown[]) => unknown>
  return functions[name]!(...input)
}

function failed(error: unknown): ThreadReply {
  if (!(error instanceof Refusal)) return { broke: error instanceof Error ? error.message : String(error) }
  const { status, body, message } = error
  return { refused: { status, body, message } }
}

interface LargeOutput {
  body?: Uint8Array
  files?: { bytes: Uint8Array }
  rows?: Uint8Array
}

/** Texts, rows and the contents of files are transferred and not copied. */
function handedOver(reply: ThreadReply): Transferable[] {
  const { body, files, rows } = (('output' in reply && reply.output) || {}) as LargeOutput
  const bytes = body ?? files?.bytes ?? rows
  return bytes && bytes.byteLength === bytes.buffer.byteLength ? [bytes.buffer as ArrayBuffer] : []
}
