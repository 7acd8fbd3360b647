// Blobs: contents of files, each stored once per team and in chunks, so that no read or write blocks for long or uses more
// memory than a chunk. A sweep removes unreferenced blobs in two steps. It marks the blob, which prevents new references, and
// removes it an hour later if it still has none. By then, every transaction that found the blob earlier has ended.
import { bytes, flag, nullable, number, oneOf, text, uuid } from '../../../base/store/column.ts'
import type { TeamTx, TeamUnit, Tx } from '../../../base/store/database.ts'
import { acrossTeams } from '../../../base/store/statement.ts'
import { table } from '../../../base/store/table.ts'
import { refusal } from '../../../base/text/refusal.ts'

const blobs = table('blobs', {
  id: uuid,
  team_id: uuid,
  /** `open`: being written. `whole`: complete. `going`: marked for removal. */
  state: oneOf<'open' | 'whole' | 'going'>(),
  /** SHA-256; set only while the blob is `whole` and can be found by its hash. */
  hash: nullable(text),
  /** For a pending `open` blob: an upper bound of the bytes written so far. */
  bytes: number,
  sweep_at: text,
  /** The blob was stored for a request, and nothing refers to it yet. */
  pending: flag,
})

const chunks = table('blob_chunks', { blob_id: uuid, team_id: uuid, number, data: bytes })

interface OneBlob {
  team_id: string
  id: string
}

export const CHUNK_BYTES = 262_144

const HOUR_MS = 3_600_000
/** How long a blob may remain unreferenced. */
const UNUSED_MS = 24 * HOUR_MS
/** Maximum duration of a transaction that found the blob or writes it. */
const GRACE_MS = HOUR_MS
/** A blob that is used again gets a new expiry if less than this time remains. */
const FRESH_MS = UNUSED_MS / 2

const byHash = blobs.find('team_id', 'hash')
const byHashes = blobs.only('id', 'hash', 'bytes', 'pending').findAny('hash', 'team_id')
const hashesById = blobs.only('id', 'hash').findAny('id', 'team_id')
const insertBlob = blobs.insert()
const complete = blobs.update({
  by: ['team_id', 'id'],
  where: { state: 'open' },
  to: { state: 'whole' },
  set: ['hash', 'bytes', 'sweep_at'],
})
const save = blobs.update({ by: ['team_id', 'id'], set: ['state', 'hash', 'sweep_at'] })
const remove = blobs.remove('team_id', 'id')
const claim = blobs.update({ by: ['team_id', 'id'], where: { pending: true }, to: { pending: false } })
const release = blobs.update({
  by: ['team_id', 'id'],
  where: { pending: true },
  to: { pending: false },
  set: ['sweep_at'],
})
const grow = blobs.update({ by: ['team_id', 'id'], where: { state: 'open' }, set: ['bytes'] })
// a literal, so that SQLite finds the partial index
const pendingOf = blobs
  .only()
  .query<{ team_id: string }, { files: number; bytes: number | null }>(({ rows, params }) =>
    rows.count({ files: '*' }).sum({ bytes: 'bytes' }).where(params('team_id')).whereRaw('pending = 1'),
  )

const insertChunk = chunks.insert()
/** A chunk; `undefined` after the last one. */
export const findChunk = chunks.only('data').find('team_id', 'blob_id', 'number').one

/** The size of a content. */
export const findBlobSize = blobs.only('bytes').find('team_id', 'id').one

const later = (now: Date, ms: number): string => new Date(now.getTime() + ms).toISOString()

/** Whether the team has this content. If so, the content is kept long enough for a new reference. */
export async function retainContent({ tx, team_id, now }: TeamUnit, hash: string): Promise<boolean> {
  const known = await tx.get(byHash, { team_id, hash })
  if (!known) return false
  if (known.sweep_at < later(now, FRESH_MS)) tx.put(save, { ...known, sweep_at: later(now, UNUSED_MS) })
  return true
}

/** Like `retainContent`, without a write: whether the content is kept long enough already. */
export async function hasFreshContent({ tx, team_id, now }: TeamUnit, hash: string): Promise<boolean> {
  const known = await tx.get(byHash, { team_id, hash })
  return known !== undefined && known.sweep_at >= later(now, FRESH_MS)
}

/** The limits, in files and in total bytes, of contents that a team stores for requests before anything refers to them. */
export const PENDING_FILES_MAX = 1_000
export const PENDING_BYTES_MAX = 1_000_000_000

/** Refuses (429) to store more for a team that has too many unreferenced contents. */
async function checkPending({ tx, team_id }: TeamTx, more: { files: number; bytes: number }): Promise<void> {
  const { files, bytes } = (await tx.get(pendingOf, { team_id }))!
  const sum = bytes ?? 0
  if (files + more.files <= PENDING_FILES_MAX && sum + more.bytes <= PENDING_BYTES_MAX) return
  const words = `This team has ${files} uploaded files (${sum} bytes) that nothing uses yet. At most ${PENDING_FILES_MAX} files and ${PENDING_BYTES_MAX} bytes are allowed. Unused files are removed after ${(UNUSED_MS + GRACE_MS) / HOUR_MS} hours.`
  throw refusal('rate_limit_exceeded', words)
}

/** Creates a blob to be written. Its references are written in the transaction that completes it. */
export function openBlob({ tx, team_id, now }: TeamUnit, id: string): void {
  tx.put(insertBlob, {
    id,
    team_id,
    state: 'open',
    hash: null,
    bytes: 0,
    sweep_at: later(now, GRACE_MS),
    pending: false,
  })
}

/**
 * Creates a blob for a request, which may refer to it later. `bytes`: the bytes that are written next. Refuses (429) if the
 * team has too many.
 */
export async function openPendingBlob(unit: TeamUnit, id: string, bytes: number): Promise<void> {
  const { tx, team_id, now } = unit
  await checkPending(unit, { files: 1, bytes })
  tx.put(insertBlob, {
    id,
    team_id,
    state: 'open',
    hash: null,
    bytes,
    sweep_at: later(now, GRACE_MS),
    pending: true,
  })
}

/** Counts more bytes of a pending blob. `bytes`: the size of the whole blob so far. Refuses (429) if the team has too many. */
export async function growPendingBlob(
  unit: TeamUnit,
  id: string,
  { bytes, more }: { bytes: number; more: number },
): Promise<void> {
  await checkPending(unit, { files: 0, bytes: more })
  unit.tx.put(grow, { team_id: unit.team_id, id, bytes })
}

/** Writes bytes of a blob, starting with the chunk of this number. */
export function insertChunks(tx: Tx, { team_id, id }: OneBlob, part: { first: number; data: Buffer }): void {
  const { first, data } = part
  for (let start = 0, number = first; start < data.length; start += CHUNK_BYTES, number++) {
    tx.put(insertChunk, { blob_id: id, team_id, number, data: data.subarray(start, start + CHUNK_BYTES) })
  }
}

/** Completes a blob. Returns the blob with this content, which is another one if the team had it already. */
export async function completeBlob(
  { tx, team_id, now }: TeamUnit,
  id: string,
  content: { hash: string; bytes: number },
): Promise<{ id: string }> {
  const known = await tx.get(byHash, { team_id, hash: content.hash })
  if (known) {
    // another request completed first; the chunks written here are swept
    tx.put(save, { ...known, sweep_at: later(now, UNUSED_MS) })
    discardBlob({ tx, team_id, now }, id)
    return known
  }
  const sweep_at = later(now, UNUSED_MS)
  tx.must(complete, { team_id, id, ...content, sweep_at }, () => new Error('Storing the file took too long'))
  return { id }
}

/** Blobs of a team by their hashes. */
export async function findByHashes(
  { tx, team_id }: TeamTx,
  hashes: string[],
): Promise<ReadonlyMap<string, { id: string; bytes: number }>> {
  const found = await byHashes.all(tx, { team_id }, hashes)
  return new Map(found.map(({ hash, id, bytes }) => [hash!, { id, bytes }]))
}

/** Like `findByHashes`, for contents that this transaction refers to: they are no longer pending. */
export async function claimByHashes(
  { tx, team_id }: TeamTx,
  hashes: string[],
): Promise<ReadonlyMap<string, { id: string; bytes: number }>> {
  const found = await byHashes.all(tx, { team_id }, hashes)
  for (const { id, pending } of found) if (pending) tx.put(claim, { team_id, id })
  return new Map(found.map(({ hash, id, bytes }) => [hash!, { id, bytes }]))
}

/** The hashes of these blobs of a team, by id. A blob marked for removal is omitted. */
export async function findHashes(
  tx: Tx,
  team_id: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = ids.length > 0 ? await hashesById.all(tx, { team_id }, ids) : []
  return new Map(found.flatMap(({ id, hash }) => (hash === null ? [] : [[id, hash] as const])))
}

// ---- sweeping

/** Blobs checked in one transaction, which blocks all others on SQLite. */
const LOOKED_AT_ONCE = 20

const due = acrossTeams(
  'a sweep',
  blobs.query<{ now: string; limit: number }>(
    ({ rows, param }) => rows.where('sweep_at', '<=', param('now')).orderBy('sweep_at'),
    'limit :limit',
  ),
)
const removeSomeChunks = chunks.removeSome({ key: ['blob_id', 'number'], by: ['team_id', 'blob_id'], limit: 8 }).more

const hasten = blobs.update({ by: ['team_id', 'id'], where: { state: 'whole' }, set: ['sweep_at'] })

const drop = blobs.update({
  by: ['team_id', 'id'],
  where: { state: 'open' },
  to: { state: 'going' },
  set: ['sweep_at'],
})

/** Lets the next sweep remove an incomplete blob that is no longer written. No other transaction can have found it. */
export function discardBlob({ tx, team_id, now }: TeamUnit, id: string): void {
  tx.put(drop, { team_id, id, sweep_at: now.toISOString() })
}

/** Lets the next sweep check complete blobs. They are removed once no earlier transaction can refer to them. */
export function requestRemovalCheck({ tx, team_id, now }: TeamUnit, ids: readonly string[]): void {
  for (const id of ids) tx.put(hasten, { team_id, id, sweep_at: now.toISOString() })
}

/** Makes contents with these hashes due that a refused request stored and that nothing refers to. They no longer count. */
export async function releasePending({ tx, team_id, now }: TeamUnit, hashes: string[]): Promise<void> {
  for (const { id, pending } of await byHashes.all(tx, { team_id }, hashes))
    if (pending) tx.put(release, { team_id, id, sweep_at: now.toISOString() })
}

/** Whether a module's data refers to a blob. */
export type BlobReferenceCheck = (tx: Tx, blob: OneBlob) => Promise<boolean>

/**
 * Checks some due blobs and removes those without references. Returns whether more may remain. `rooms`: all modules that can
 * refer to a blob.
 */
export async function removeUnusedBlobs(tx: Tx, now: Date, rooms: readonly BlobReferenceCheck[]): Promise<boolean> {
  const some = await tx.all(due, { now: now.toISOString(), limit: LOOKED_AT_ONCE })
  for (const blob of some) {
    const isUsed = blob.state !== 'open' && (await isReferredTo(tx, blob, rooms))
    if (isUsed) {
      tx.put(save, { ...blob, state: 'whole', sweep_at: later(now, UNUSED_MS) })
      if (blob.pending) tx.put(claim, blob)
    } else if (blob.state !== 'going') {
      tx.put(save, { ...blob, state: 'going', hash: null, sweep_at: later(now, GRACE_MS) })
    } else {
      const { id, team_id } = blob
      // a large blob takes several transactions; other work runs in between
      if (await removeSomeChunks(tx, { team_id, blob_id: id })) break
      tx.put(remove, { team_id, id })
    }
  }
  return some.length > 0
}

async function isReferredTo(tx: Tx, blob: OneBlob, rooms: readonly BlobReferenceCheck[]): Promise<boolean> {
  for (const refersTo of rooms) if (await refersTo(tx, blob)) return true
  return false
}
