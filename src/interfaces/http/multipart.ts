// Reads a form with a file (multipart/form-data): its small fields are kept in memory, its file is streamed to the
// consumer in chunks, no faster than the consumer reads them.
import type { IncomingMessage } from 'node:http'
import type * as Busboy from '@fastify/busboy'
import { lazy } from '../../base/runtime/lazy.ts'
import { refusal } from '../../base/text/refusal.ts'

const busboy = lazy<typeof Busboy>('@fastify/busboy')

/** The one part that may be a file. */
export const FILE_PART = 'file'
const LIMITS = { files: 51, fields: 50, parts: 51, fieldSize: 262_144, fieldNameSize: 100, headerPairs: 20 }
/** Clients that were generated from a contract send a JSON field as a file part of this type without a filename. */
const JSON_TYPE = 'application/json'
/** How much longer a form may take compared to the slowest rate: it occupies a connection, but no memory. */
const PATIENCE_MS = 30_000
const SLOWEST_FORM_BYTES_PER_S = 20_000
const LOOK_MS = 5_000

interface MultipartForm {
  /** All values of a name, in order. */
  fields: FormFields
  /** The result of `receive`; `undefined` if no file was sent. */
  file: string | undefined
}

export type FormFields = Map<string, string[]>
type ReceiveFile = (pieces: AsyncIterable<Buffer>, about: FileHeaders) => Promise<string>

/** The headers of the file part. */
export interface FileHeaders {
  filename: string
  content_type: string
}

/**
 * Refuses a body that is not such a form (400), has too much content (422) or arrives too slowly (408), and passes on
 * what `receive` throws. `fields` then contains the fields read so far.
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
      // the consumer has already discarded the file
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
      // the consumer receives the error when it reads; an error event without a listener would end the process
      given.on('error', () => {})
      if (name !== FILE_PART && type === JSON_TYPE) {
        const field = readField(name, given).then(text => note(name, text))
        field.catch(fail)
        others.push(field)
        return
      }
      if (name !== FILE_PART) return fail(tooMuch(`Only the part \`${FILE_PART}\` can be a file.`))
      if (stream) return fail(tooMuch(MOST))
      stream = given
      file = receive(given as AsyncIterable<Buffer>, { filename: filename ?? '', content_type: type })
      file.catch(fail)
    })
    for (const limit of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const) form.on(limit, () => fail(tooMuch(MOST)))
    form.on('error', () => fail(malformed('The body is not complete multipart/form-data.')))
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
    throw malformed('The Content-Type has no valid boundary.')
  }
}

/** Calls `act` if less arrived than the slowest rate allows, not counting time in which the consumer was slower. */
function whenSlow(request: IncomingMessage, act: () => void, patience_ms: number): () => void {
  const before = request.socket.bytesRead
  const every_ms = Math.min(LOOK_MS, patience_ms / 4)
  let waited_ms = 0
  const timer = setInterval(() => {
    // time in which received bytes wait for the consumer does not count
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

const MOST = `A form can have one file and at most ${LIMITS.fields} fields.`
const tooLong = (name: string): Error => tooMuch(`The part \`${name}\` is longer than ${LIMITS.fieldSize} bytes.`)
const malformed = (message: string): Error => refusal('validation_error', message, 400)
const tooMuch = (message: string): Error => refusal('validation_error', message)

function tooSlow(): Error {
  const words = `The body arrived too slowly: send at least ${SLOWEST_FORM_BYTES_PER_S} bytes a second.`
  return refusal('validation_error', words, 408)
}
