// A thread: does one task at a time. What a task needs is loaded when the first of its kind comes.
import { parentPort, type Transferable } from 'node:worker_threads'
import { Refusal } from '../base/text/refusal.ts'
import type { Input, Output, Reply, TaskName } from '../base/threads/tasks.ts'

const DOES: { readonly [Name in TaskName]: (input: Input<Name>) => Promise<Output<Name>> } = {
  async read_json(input) {
    const { readLargeJson } = await import('../base/threads/read-json.ts')
    return readLargeJson(input)
  },
  async make_text({ html }) {
    const { plainText } = await import('../base/text/plain-text.ts')
    return { text: plainText(html) }
  },
  async find_links({ html }) {
    const { findLinks } = await import('../base/text/html-links.ts')
    return findLinks(html)
  },
  async find_content_faults(content) {
    const { findContentFaults } = await import('../base/text/content-faults.ts')
    return { faults: findContentFaults(content) }
  },
  async write_texts({ texts, boundary }) {
    const { textsPart } = await import('../base/text/mail-content.ts')
    return textsPart(texts, boundary)
  },
  async read_submission({ bytes, recipients }) {
    const { readSubmission } = await import('../base/threads/read-submission.ts')
    return readSubmission(bytes, recipients)
  },
  async sign_mails(input) {
    const { signMails } = await import('../base/threads/sign-mails.ts')
    return signMails(input)
  },
  async read_contacts(input) {
    const { runOf } = await import('../audience/imports/runs.ts')
    return runOf(input)
  },
  async read_report({ bytes }) {
    const { readReport } = await import('./report-reading.ts')
    return readReport(bytes)
  },
  async hash_body({ port }) {
    const { hashPieces } = await import('../base/threads/sign-mails.ts')
    return hashPieces(port)
  },
}

parentPort!.on('message', ({ name, input }: { name: TaskName; input: never }) => void work(name, input))

async function work(name: TaskName, input: never): Promise<void> {
  const reply = await DOES[name](input).then((output): Reply => ({ output }), failed)
  parentPort!.postMessage(reply, handedOver(reply))
}

function failed(error: unknown): Reply {
  if (!(error instanceof Refusal)) return { broke: error instanceof Error ? error.message : String(error) }
  const { status, body, message } = error
  return { refused: { status, body, message } }
}

/** Texts, rows and the contents of files are handed over and not copied. */
function handedOver(reply: Reply): Transferable[] {
  const { body, files, rows } = ('output' in reply ? reply.output : {}) as Partial<
    Output<'write_texts'> & Output<'read_json'> & Output<'read_contacts'>
  >
  const bytes = body ?? files?.bytes ?? rows
  return bytes && bytes.byteLength === bytes.buffer.byteLength ? [bytes.buffer as ArrayBuffer] : []
}
