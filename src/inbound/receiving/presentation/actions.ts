// Responses with received emails. A small response is built immediately. A large one is streamed: each piece is read after the
// previous one was sent, so that neither a long HTML body nor its images are in memory as a whole.
import { StringDecoder } from 'node:string_decoder'
import type { Schemas } from '../../../../generated/api.ts'
import { ROWS_PER_READ } from '../../../base/store/scan.ts'
import type { Database, TeamTx, Tx } from '../../../base/store/database.ts'
import { type FileLinks, type LinkedFile, readBlob } from '../../../mail/attachments/actions.ts'
import { findReceivedAttachment, type ListedReceived, type ReceivedAttachment, type ReceivedRecord } from '../store.ts'
import {
  byContentId,
  dataUriHead,
  INLINED_BYTES_MAX,
  type Inlined,
  piecesIn,
  plainType,
  presentedBytes,
} from './inlining.ts'
import { receivedAttachmentItem, receivedHead, receivedItem } from './present.ts'
import * as store from './store.ts'

type ReadTransaction = Database['read']
type Format = Schemas['ReceivedHtmlFormat']
/** The context in which an email is presented. */
interface PresentationOptions {
  links: FileLinks
  now: Date
  format: Format
}

/** Items that are read and serialized before yielding to other requests. */
export const ITEMS_AT_ONCE = 100
/** HTML with more bytes than this, including images, is streamed. */
const LARGE_BYTES = 256_000
/** Characters that are collected before a piece is sent. */
const PIECE_LENGTH = 65_536
/** Maximum files in a list item; the list of attachments contains all. */
const FILES_OF_ITEM_MAX = 100

// ---- lists

/** The items of a list for these emails. */
export async function receivedItems(
  { tx, team_id }: TeamTx,
  emails: readonly ListedReceived[],
): Promise<Schemas['ReceivedEmailItem'][]> {
  const items: Schemas['ReceivedEmailItem'][] = []
  for (const email of emails) {
    const first = { team_id, email_id: email.id, number: -1, limit: FILES_OF_ITEM_MAX }
    items.push(receivedItem(email, email.attachments === 0 ? [] : await store.listFilesAfter(tx, first)))
  }
  return items
}

/** The same by ids, in their order; emails that were removed meanwhile are omitted. */
export async function receivedItemsById(unit: TeamTx, ids: readonly string[]): Promise<Schemas['ReceivedEmailItem'][]> {
  const emails = await store.findListedByIds(unit.tx, { team_id: unit.team_id }, ids)
  const byId = new Map(emails.map(email => [email.id, email]))
  return receivedItems(
    unit,
    ids.flatMap(id => byId.get(id) ?? []),
  )
}

/** The JSON of a long list in pieces, `ITEMS_AT_ONCE` items at a time. */
export async function* listPieces<Row>(
  rows: readonly Row[],
  has_more: boolean,
  itemsFor: (some: readonly Row[]) => Promise<unknown[]>,
): AsyncGenerator<string> {
  yield `{"object":"list","has_more":${has_more},"data":[`
  let comma = ''
  for (let start = 0; start < rows.length; start += ITEMS_AT_ONCE) {
    const items = await itemsFor(rows.slice(start, start + ITEMS_AT_ONCE))
    if (items.length > 0) yield comma + items.map(item => JSON.stringify(item)).join(',')
    if (items.length > 0) comma = ','
  }
  yield ']}'
}

// ---- one email

/** The response with an email; `undefined` for a large one, which requires `emailPieces`. */
export async function smallReceivedEmail(
  { tx, team_id }: TeamTx,
  email: ReceivedRecord,
  showing: PresentationOptions,
): Promise<Schemas['ReceivedEmail'] | undefined> {
  const { html, text, html_blob_id, text_blob_id } = email
  if (html_blob_id !== null || text_blob_id !== null || email.attachments > ITEMS_AT_ONCE) return undefined
  const read: ReadTransaction = body => body(tx)
  const files = await filesOf({ tx, team_id }, email.id)
  const inlined = await inlinedIn(read, email, files, showing.format)
  if (inlined.bytes > LARGE_BYTES) return undefined
  return {
    ...headOf(email, inlined.format, showing),
    html: html === null ? null : await joinPieces(htmlPieces(read, email, inlined.files)),
    text,
    attachments: files.map(receivedAttachmentItem),
  }
}

/** The JSON of the response with a large email, in pieces. */
export async function* emailPieces(
  read: ReadTransaction,
  email: ReceivedRecord,
  showing: PresentationOptions,
): AsyncGenerator<string> {
  const { id, team_id } = email
  const files = await read(tx => filesOf({ tx, team_id }, id))
  const { format, files: shown } = await inlinedIn(read, email, files, showing.format)
  yield JSON.stringify(headOf(email, format, showing)).slice(0, -1)
  yield* jsonText('html', hasHtml(email) ? htmlPieces(read, email, shown) : undefined)
  yield* jsonText('text', hasText(email) ? textPieces(read, email, 'text') : undefined)
  yield ',"attachments":['
  for (let start = 0; start < files.length; start += ITEMS_AT_ONCE) {
    const some = files.slice(start, start + ITEMS_AT_ONCE)
    yield (start > 0 ? ',' : '') + some.map(file => JSON.stringify(receivedAttachmentItem(file))).join(',')
  }
  yield ']}'
}

function headOf(
  email: ReceivedRecord,
  format: Format,
  { links, now }: PresentationOptions,
): ReturnType<typeof receivedHead> {
  const { team_id, id } = email
  return receivedHead(email, links.linkTo({ team_id, email_id: id, id }, now, 'raw'), format)
}

const hasHtml = ({ html, html_blob_id }: ReceivedRecord): boolean => html !== null || html_blob_id !== null
const hasText = ({ text, text_blob_id }: ReceivedRecord): boolean => text !== null || text_blob_id !== null

/** All files of an email, in order. */
async function filesOf({ tx, team_id }: TeamTx, email_id: string): Promise<ReceivedAttachment[]> {
  const files: ReceivedAttachment[] = []
  for (let number = -1; ;) {
    const some = await store.listFilesAfter(tx, { team_id, email_id, number, limit: ROWS_PER_READ })
    files.push(...some)
    if (some.length < ROWS_PER_READ) return files
    number = some.at(-1)!.number
    await tx.pause()
  }
}

type Files = ReadonlyMap<string, Inlined>
const NO_FILES: Files = new Map()

/** Which files to inline in the HTML, and the resulting size; none if it would exceed `INLINED_BYTES_MAX`. */
async function inlinedIn(
  read: ReadTransaction,
  email: ReceivedRecord,
  files: readonly ReceivedAttachment[],
  asked: Format,
): Promise<{ format: Format; files: Files; bytes: number }> {
  if (asked === 'cid') return { format: 'cid', files: NO_FILES, bytes: 0 }
  const known = byContentId(files)
  let bytes = 0
  if (known.size > 0)
    for await (const piece of cutHtml(read, email, known)) {
      bytes += presentedBytes(piece)
      if (bytes > INLINED_BYTES_MAX) return { format: 'cid', files: NO_FILES, bytes: 0 }
    }
  return { format: 'data_uri', files: known, bytes }
}

async function* cutHtml(read: ReadTransaction, email: ReceivedRecord, files: Files): AsyncGenerator<string | Inlined> {
  let rest = ''
  for await (const text of textPieces(read, email, 'html')) {
    const cut = piecesIn(rest + text, files, false)
    yield* cut.pieces
    rest = cut.rest
  }
  yield* piecesIn(rest, files, true).pieces
}

async function* htmlPieces(read: ReadTransaction, email: ReceivedRecord, files: Files): AsyncGenerator<string> {
  for await (const piece of cutHtml(read, email, files)) {
    if (typeof piece === 'string') yield piece
    else {
      yield dataUriHead(piece)
      yield* base64Pieces(readBlob(read, { team_id: email.team_id, blob_id: piece.blob_id }))
    }
  }
}

async function* textPieces(
  read: ReadTransaction,
  email: ReceivedRecord,
  what: 'html' | 'text',
): AsyncGenerator<string> {
  const blob_id = email[`${what}_blob_id`]
  if (blob_id === null) {
    yield email[what] ?? ''
    return
  }
  const decoder = new StringDecoder('utf8')
  for await (const chunk of readBlob(read, { team_id: email.team_id, blob_id })) yield decoder.write(chunk)
  yield decoder.end()
}

/** Base64 encodes three bytes at a time, so the one or two remaining bytes of a chunk are encoded with the next chunk. */
async function* base64Pieces(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let left: Buffer = Buffer.alloc(0)
  for await (const chunk of chunks) {
    const bytes = left.length > 0 ? Buffer.concat([left, chunk]) : chunk
    const whole = bytes.length - (bytes.length % 3)
    yield bytes.toString('base64', 0, whole)
    left = bytes.subarray(whole)
  }
  yield left.toString('base64')
}

async function joinPieces(pieces: AsyncIterable<string>): Promise<string> {
  const all: string[] = []
  for await (const piece of pieces) all.push(piece)
  return all.join('')
}

/** A field of a JSON object, preceded by a comma. Short pieces are collected. */
async function* jsonText(name: string, pieces: AsyncIterable<string> | undefined): AsyncGenerator<string> {
  if (!pieces) return yield `,"${name}":null`
  yield `,"${name}":"`
  let gathered = ''
  for await (const piece of pieces) {
    // a surrogate pair may be split: JSON.stringify escapes each half, and a parser joins them again
    gathered += JSON.stringify(piece).slice(1, -1)
    if (gathered.length < PIECE_LENGTH) continue
    yield gathered
    gathered = ''
  }
  yield `${gathered}"`
}

// ---- targets of download links

type File = Omit<LinkedFile, 'team_id'>

/** The original bytes of an email after our own header fields, as a file. */
export async function findRawFile(
  tx: Tx,
  { team_id, email_id: id }: { team_id: string; email_id: string },
): Promise<File | undefined> {
  const found = await store.findRawMessage(tx, { team_id, id })
  if (!found) return undefined
  const { raw_blob_id: blob_id, bytes, trace } = found
  const head = Buffer.from(trace)
  const name = { filename: `${id}.eml`, content_type: 'message/rfc822', content_id: null }
  return { id, ...name, blob_id, bytes: head.length + bytes, head }
}

/** A file of an email. */
export async function findFile(
  tx: Tx,
  of: { team_id: string; email_id: string; id: string },
): Promise<File | undefined> {
  const found = await findReceivedAttachment(tx, of)
  if (!found) return undefined
  const { id, filename, content_type, content_id, blob_id, size } = found
  return { id, filename, content_type: plainType(content_type), content_id, blob_id, bytes: size }
}
