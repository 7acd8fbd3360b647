// Reading a form with a file in it (multipart/form-data): its fields are small and kept, its file is streamed to the consumer
// a piece at a time, and no faster than the consumer takes it.
import type { IncomingMessage } from 'node:http'
import type * as Busboy from '@fastify/busboy'
import { lazy } from '../../base/runtime/lazy.ts'
import { refusal } from '../../base/text/refusal.ts'

const busboy = lazy<typeof Busboy>('@fastify/busboy')

/** The one part that may be a file. */
export const FILE_PART = 'file'
const LIMITS = { files: 51, fields: 50, parts: 51, fieldSize: 262_144, fieldNameSize: 100, headerPairs: 20 }
/** Clients that are made of a contract send such a field as a file without a name of its own. */
const JSON_TYPE = 'application/json'
/** How much longer a form may take than at the slowest rate: it takes up a connection, and no memory. */
const PATIENCE_MS = 30_000
const SLOWEST_FORM_BYTES_PER_S = 20_000
const LOOK_MS = 5_000

interface MultipartForm {
  /** All values of a name, in their order. */
  fields: FormFields
  /** What became of the file, if there was one. */
  file: string | undefined
}

export type FormFields = Map<string, string[]>
type ReceiveFile = (pieces: AsyncIterable<Buffer>, about: AboutFile) => Promise<string>

/** What a form says of its file. */
export interface AboutFile {
  filename: string
  content_type: string
}

/**
 * Refuses what is no such form (400), has too much in it (422) or does not come in (408), and what `receive` refuses: what
 * was read by then is in `fields`.
 */
export function readMultipart(
  request: IncomingMessage,
  receive: ReceiveFile,
  { fields = new Map(), patience_ms = PATIENCE_MS }: { fields?: FormFields; patience_ms?: number } = {},
): Promise<MultipartForm> {
  const form = openForm(request)
  return new Promise((resolve, reject) => {
    let stream: Busboy.BusboyFileStream | undefined
    let file: Promise<string> | undefined
    let failed = false
    const fail = (why: Error): void => {
      if (failed) return
      failed = true
      end()
      request.unpipe(form)
      stream?.destroy(why)
      const refuse = (): void => reject(why)
      // what takes it in has put it away then
      if (file) file.then(refuse, refuse)
      else refuse()
    }
    const stopWaiting = whenSlow(request, () => fail(tooSlow()), patience_ms)
    const onAborted = (): void => fail(malformed('The connection broke before the form was complete.'))
    const end = (): void => {
      stopWaiting()
      request.off('aborted', onAborted)
    }
    form.on('field', (name, value, _short, truncated) => {
      if (truncated) fail(tooLong(name))
      else note(name, value)
    })
    const others: Promise<void>[] = []
    const note = (name: string, value: string): void => void fields.set(name, [...(fields.get(name) ?? []), value])
    form.on('file', (name, given, filename: string | undefined, _encoding, type) => {
      // the consumer sees the error when it reads; an error without a listener would end the process
      given.on('error', () => {})
      if (name !== FILE_PART && type === JSON_TYPE) {
        const field = readField(name, given).then(text => note(name, text))
        field.catch(fail)
        others.push(field)
        return
      }
      if (name !== FILE_PART) return fail(tooMuch(`The only file is the part \`${FILE_PART}\`.`))
      if (stream) return fail(tooMuch(MOST))
      stream = given
      file = receive(given as AsyncIterable<Buffer>, { filename: filename ?? '', content_type: type })
      file.catch(fail)
    })
    for (const limit of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const) form.on(limit, () => fail(tooMuch(MOST)))
    form.on('error', () => fail(malformed('The body is no complete multipart/form-data.')))
    form.on('finish', () => {
      if (failed) return
      end()
      Promise.all([file, ...others]).then(([id]) => resolve({ fields, file: id }), reject)
    })
    request.on('aborted', onAborted)
    request.pipe(form)
  })
}

function openForm(request: IncomingMessage): Busboy.BusboyInstance {
  try {
    return new (busboy().Busboy)({ headers: request.headers as Busboy.BusboyHeaders, limits: LIMITS })
  } catch {
    throw malformed('The Content-Type has no usable boundary.')
  }
}

/** Calls `act` when less came in than the slowest rate allows for the time in which the consumer would have taken more. */
function whenSlow(request: IncomingMessage, act: () => void, patience_ms: number): () => void {
  const before = request.socket.bytesRead
  const every_ms = Math.min(LOOK_MS, patience_ms / 4)
  let waited_ms = 0
  const timer = setInterval(() => {
    // what waits for us to take it is not late
    if (!request.isPaused() && request.readableLength === 0) waited_ms += every_ms
    const received = request.socket.bytesRead - before
    if (waited_ms > patience_ms + (received / SLOWEST_FORM_BYTES_PER_S) * 1000) act()
  }, every_ms)
  return () => clearInterval(timer)
}

async function readField(name: string, pieces: AsyncIterable<Buffer>): Promise<string> {
  const held: Buffer[] = []
  let bytes = 0
  for await (const piece of pieces) {
    bytes += piece.length
    if (bytes > LIMITS.fieldSize) throw tooLong(name)
    held.push(piece)
  }
  return Buffer.concat(held).toString()
}

const MOST = `A form has one file and at most ${LIMITS.fields} fields here.`
const tooLong = (name: string): Error => tooMuch(`The part \`${name}\` is longer than ${LIMITS.fieldSize} bytes.`)
const malformed = (message: string): Error => refusal('validation_error', message, 400)
const tooMuch = (message: string): Error => refusal('validation_error', message)

function tooSlow(): Error {
  const words = `The body came in too slowly: send at least ${SLOWEST_FORM_BYTES_PER_S} bytes a second.`
  return refusal('validation_error', words, 408)
}
