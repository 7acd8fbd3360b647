// Attachments for other modules: stores content, keeps the content that an email refers to, and reads it.
import { createHash, randomUUIDv7 } from 'node:crypto'
import { refusal } from '../../base/text/refusal.ts'
import { Seal } from '../../base/secrets/seal.ts'
import type { Database, TeamTx, TeamUnit, Tx } from '../../base/store/database.ts'
import type { FileContent } from '../../base/text/extract-contents.ts'
import { packUuids, UUID_BYTES, readUuid } from '../../base/text/uuids.ts'
import type { NewAttachment, StoredAttachment } from './rules.ts'
import {
  findStoredAttachment,
  insertAttachment,
  listContents,
  removeAttachments,
  SUBMITTED_NUMBER,
} from './store/attachments.ts'
import * as blobs from './store/blobs.ts'
import { IncomingContent, STORED_PART_BYTES } from './store/incoming.ts'

/** Removes the attachments of an email. A later sweep removes their content unless another email refers to it. */
export async function eraseAttachments(unit: TeamUnit, email_id: string): Promise<void> {
  const { tx, team_id } = unit
  const ids = (await listContents(tx, { team_id, email_id })).flatMap(({ blob_id }) => blob_id ?? [])
  removeAttachments(tx, { team_id, email_id })
  blobs.requestRemovalCheck(unit, ids)
}

/**
 * Stores a file's content, unless the team already has it, so that an email can refer to it by its hash. Refuses (429) too many
 * contents of a team without a reference.
 */
export async function storeContent(
  { database, now }: { database: Pick<Database, 'unit' | 'read'>; now: () => Date },
  team_id: string,
  content: FileContent,
): Promise<void> {
  const { hash, bytes } = content
  const unitOf = (tx: Tx): TeamUnit => ({ tx, team_id, now: now() })
  if (await database.read(tx => blobs.hasFreshContent(unitOf(tx), hash))) return
  const id = randomUUIDv7()
  const size = { hash, bytes: bytes.length }
  const isDone = await database.unit(async tx => {
    if (await blobs.retainContent(unitOf(tx), hash)) return true
    await blobs.openPendingBlob(unitOf(tx), id, bytes.length)
    blobs.insertChunks(tx, { team_id, id }, { first: 0, data: bytes.subarray(0, STORED_PART_BYTES) })
    if (bytes.length > STORED_PART_BYTES) return false
    await blobs.completeBlob(unitOf(tx), id, size)
    return true
  })
  if (isDone) return
  for (let start = STORED_PART_BYTES; start < bytes.length; start += STORED_PART_BYTES) {
    const part = { first: start / blobs.CHUNK_BYTES, data: bytes.subarray(start, start + STORED_PART_BYTES) }
    await database.unit(async tx => blobs.insertChunks(tx, { team_id, id }, part))
  }
  await database.unit(tx => blobs.completeBlob(unitOf(tx), id, size))
}

/** Removes the contents that a refused request stored, unless something refers to them. */
export async function releaseContents(
  { database, now }: { database: Pick<Database, 'unit'>; now: () => Date },
  team_id: string,
  hashes: string[],
): Promise<void> {
  await database.unit(tx => blobs.releasePending({ tx, team_id, now: now() }, hashes))
}

/**
 * Stores a file that arrives in pieces, like `storeContent`. Refuses (413) a file that is too large, and (429) too many
 * contents without a reference.
 */
export async function storePieces(
  storing: { database: Pick<Database, 'unit'>; now: () => Date },
  { team_id, bytes_max }: { team_id: string; bytes_max: number },
  pieces: AsyncIterable<Buffer>,
): Promise<{ hash: string; bytes: number }> {
  const incoming = new IncomingContent(storing, [team_id], true)
  const hash = createHash('sha256')
  let held = Buffer.alloc(0)
  try {
    for await (const piece of pieces) {
      hash.update(piece)
      held = Buffer.concat([held, piece])
      if (incoming.bytes + held.length > bytes_max) throw tooLargeFile(bytes_max)
      while (held.length > STORED_PART_BYTES) {
        await incoming.addPart(held.subarray(0, STORED_PART_BYTES))
        held = held.subarray(STORED_PART_BYTES)
      }
    }
    if (incoming.bytes + held.length > 0) await incoming.finish(held, async () => undefined)
    return { hash: hash.digest('hex'), bytes: incoming.bytes }
  } catch (error) {
    await incoming.discard()
    throw error
  }
}

function tooLargeFile(bytes_max: number): Error {
  return refusal('validation_error', `The file is larger than ${bytes_max / 2 ** 20} MB, the maximum.`, 413)
}

/** Stores the attachments of an accepted email. Their content must have been stored before. */
export async function addAttachments(
  { tx, team_id, now }: TeamUnit,
  email_id: string,
  asked: readonly NewAttachment[],
): Promise<void> {
  const hashes = asked.flatMap(({ content }) => content?.hash ?? [])
  const found = await blobs.claimByHashes({ tx, team_id }, hashes)
  // lists are sorted by descending id, so descending ids preserve the order of the email
  const ids = asked.map(() => tx.newId('email_attachments')).toReversed()
  for (const [number, { content, is_submitted, ...attachment }] of asked.entries()) {
    const blob = content ? found.get(content.hash) : undefined
    if (content && !blob)
      throw refusal('service_unavailable', 'The uploaded attachment has expired. Send the email again.')
    insertAttachment(tx, {
      id: ids[number]!,
      email_id,
      team_id,
      number: is_submitted ? SUBMITTED_NUMBER : number,
      ...attachment,
      blob_id: blob?.id ?? null,
      bytes: blob?.bytes ?? null,
      created_at: now.toISOString(),
    })
  }
}

/** The attachments of an email, for a copy of it. Content that was already fetched is not fetched again. */
export async function copyAttachments(tx: Tx, of: { team_id: string; email_id: string }): Promise<NewAttachment[]> {
  const records = await listContents(tx, of)
  const ids = new Set(records.flatMap(({ blob_id }) => blob_id ?? []))
  const hashes = await blobs.findHashes(tx, of.team_id, [...ids])
  return records.map(({ number, filename, content_type, content_id, path, blob_id, bytes }) => {
    const hash = blob_id === null ? undefined : hashes.get(blob_id)
    if (blob_id !== null && hash === undefined)
      throw refusal('validation_error', 'An attachment of this email was deleted.')
    const content = hash === undefined || bytes === null ? null : { hash, bytes }
    const is_submitted = number === SUBMITTED_NUMBER
    return { filename, content_type, content_id, path: content ? null : path, content, is_submitted }
  })
}

/** The content of a stored file, starting at this byte. Only one chunk is in memory at a time. */
export async function* readContent(
  read: Database['read'],
  { team_id, blob_id, bytes }: Pick<LinkedFile, 'team_id' | 'blob_id' | 'bytes'>,
  from = 0,
): AsyncGenerator<Buffer> {
  for (let at = from; at < bytes;) {
    const number = Math.floor(at / blobs.CHUNK_BYTES)
    const chunk = await read(async tx => {
      const found = await blobs.findChunk(tx, { team_id, blob_id, number })
      // yields to other work: a synchronous consumer would block the process between two chunks
      await tx.pause()
      return found
    })
    const part = chunk?.data.subarray(at - number * blobs.CHUNK_BYTES)
    // a missing chunk must be an error: otherwise the receiver mistakes a truncated file for a complete one
    if (!part || part.length === 0)
      throw new Error(`The content of an attachment is missing: ${blob_id}, from byte ${at}`)
    yield part
    at += part.length
  }
}

/** Like `readContent`, for content of unknown size; yields nothing if the content was removed. */
export async function* readBlob(
  read: Database['read'],
  { team_id, blob_id }: Pick<LinkedFile, 'team_id' | 'blob_id'>,
): AsyncGenerator<Buffer> {
  const found = await read(tx => blobs.findBlobSize(tx, { team_id, id: blob_id }))
  if (found) yield* readContent(read, { team_id, blob_id, ...found })
}

/** Small content, in one piece. */
export async function readBlobBytes({ tx, team_id }: TeamTx, blob_id: string): Promise<Buffer> {
  const chunks: Buffer[] = []
  for (let number = 0; ; number++) {
    const chunk = await blobs.findChunk(tx, { team_id, blob_id, number })
    if (!chunk) return Buffer.concat(chunks)
    chunks.push(chunk.data)
    await tx.pause()
  }
}

/** The first chunk of some content; small content has no other. */
export async function readFirstChunk({ tx, team_id }: TeamTx, blob_id: string): Promise<Buffer> {
  return (await blobs.findChunk(tx, { team_id, blob_id, number: 0 }))?.data ?? Buffer.alloc(0)
}

/** How long a link is valid. */
export const LINK_MS = 3_600_000

/** The kinds of linked files; the index of each is part of the link. */
const KINDS = ['sent', 'received', 'raw'] as const
/** `sent`: a file of a sent email. `received`: a file of a received email. `raw`: the bytes of a received email. */
type FileKind = (typeof KINDS)[number]

/** The file that a link leads to, by ids. */
interface LinkTarget {
  team_id: string
  email_id: string
  id: string
}

/** A file found by its link. */
export interface LinkedFile extends StoredAttachment {
  team_id: string
  /** Bytes sent before the stored content, as part of the file. */
  head?: Buffer
}

type FindFile = (tx: Tx, linked: LinkTarget) => Promise<Omit<LinkedFile, 'team_id'> | undefined>

/**
 * Links to stored files, valid for an hour. They are sealed with authenticated encryption, so they cannot be forged or read.
 */
export class FileLinks {
  readonly #seal: Seal
  readonly #public_url: string
  readonly #finders: Partial<Record<FileKind, FindFile>>

  /** `secret`: a secret of the server that is used only for links. `finders`: look up files that other modules store. */
  constructor(secret: string, public_url: string, finders: Partial<Record<FileKind, FindFile>> = {}) {
    this.#seal = new Seal(secret)
    this.#public_url = public_url
    this.#finders = { sent: findStoredAttachment, ...finders }
  }

  /** Creates a link, which is different each time. `now`: when the hour begins. */
  linkTo({ team_id, email_id, id }: LinkTarget, now: Date, kind: FileKind = 'sent'): { url: string; expires_at: Date } {
    const ids = packUuids(team_id, email_id, id)
    const value = kind === 'sent' ? ids : Buffer.concat([ids, Buffer.of(KINDS.indexOf(kind))])
    const expires_at = new Date(now.getTime() + LINK_MS)
    return { url: `${this.#public_url}/files/${this.#seal.seal(value, now)}`, expires_at }
  }

  /** The file of a link; `undefined` if the link is forged or expired, or the file was removed. */
  async findLinked(tx: Tx, token: string, now: Date): Promise<LinkedFile | undefined> {
    const opened = this.#seal.open(token)
    if (!opened || opened.value.length < 3 * UUID_BYTES || now.getTime() >= opened.sealed_at.getTime() + LINK_MS)
      return undefined
    const { value } = opened
    const [team_id, email_id, id] = [readUuid(value), readUuid(value, UUID_BYTES), readUuid(value, 2 * UUID_BYTES)]
    const find = this.#finders[KINDS[value[3 * UUID_BYTES] ?? 0]!]
    const found = await find?.(tx, { team_id, email_id, id })
    return found && { ...found, team_id }
  }
}

/** The bytes of a link's file, starting at this one, a chunk at a time. */
export async function* readLinked(read: Database['read'], file: LinkedFile, from = 0): AsyncGenerator<Buffer> {
  const { head = NO_HEAD } = file
  if (from < head.length) yield head.subarray(from)
  yield* readContent(read, { ...file, bytes: file.bytes - head.length }, Math.max(0, from - head.length))
}

const NO_HEAD = Buffer.alloc(0)
