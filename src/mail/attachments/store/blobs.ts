// What is in files, once for each team and in chunks, so that neither writing nor reading one blocks others or takes
// more memory than a chunk. A blob without references is swept: it is marked first, so that no new reference begins, and
// removed an hour later if there is still none. By then every unit of work that found it before has ended.
import { bytes, nullable, number, oneOf, text, uuid } from '../../../base/store/column.ts'
import type { TeamUnit, Tx } from '../../../base/store/database.ts'
import { acrossTeams } from '../../../base/store/statement.ts'
import { table } from '../../../base/store/table.ts'

const blobs = table('blobs', {
  id: uuid,
  team_id: uuid,
  /** `open`: being written. `whole`: complete. `going`: let go. */
  state: oneOf<'open' | 'whole' | 'going'>(),
  /** SHA-256, by which it is found as long as it is whole and was not let go. */
  hash: nullable(text),
  bytes: number,
  sweep_at: text,
})

const chunks = table('blob_chunks', { blob_id: uuid, team_id: uuid, number, data: bytes })

interface OneBlob {
  team_id: string
  id: string
}

export const CHUNK_BYTES = 262_144

const HOUR_MS = 3_600_000
/** How long a blob may be without a reference. */
const UNUSED_MS = 24 * HOUR_MS
/** So long a unit of work that found it, or writes it, may take. */
const GRACE_MS = HOUR_MS
/** One that is used again is kept anew when it is nearer to its end. */
const FRESH_MS = UNUSED_MS / 2

const byHash = blobs.find('team_id', 'hash')
const byHashes = blobs.only('id', 'hash', 'bytes').findAny('hash', 'team_id')
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

const insertChunk = chunks.insert()
/** A part of one; `undefined` behind its end. */
export const findChunk = chunks.only('data').find('team_id', 'blob_id', 'number').one

/** How large a content is. */
export const findSize = blobs.only('bytes').find('team_id', 'id').one

const later = (now: Date, ms: number): string => new Date(now.getTime() + ms).toISOString()

/** Whether the team has this content, for as long as a new reference to it may take. */
export async function keepContent({ tx, team_id, now }: TeamUnit, hash: string): Promise<boolean> {
  const known = await tx.get(byHash, { team_id, hash })
  if (!known) return false
  if (known.sweep_at < later(now, FRESH_MS)) tx.put(save, { ...known, sweep_at: later(now, UNUSED_MS) })
  return true
}

/** The same without making sure of it. */
export async function hasFreshContent({ tx, team_id, now }: TeamUnit, hash: string): Promise<boolean> {
  const known = await tx.get(byHash, { team_id, hash })
  return known !== undefined && known.sweep_at >= later(now, FRESH_MS)
}

/** Begins to write one. */
export function openBlob({ tx, team_id, now }: TeamUnit, id: string): void {
  tx.put(insertBlob, { id, team_id, state: 'open', hash: null, bytes: 0, sweep_at: later(now, GRACE_MS) })
}

/** Writes some of its bytes, which begin with the chunk of this number. */
export function insertChunks(tx: Tx, { team_id, id }: OneBlob, part: { first: number; data: Buffer }): void {
  const { first, data } = part
  for (let start = 0, number = first; start < data.length; start += CHUNK_BYTES, number++) {
    tx.put(insertChunk, { blob_id: id, team_id, number, data: data.subarray(start, start + CHUNK_BYTES) })
  }
}

/** Ends writing one; the blob that has the content from now on, which may be another one. */
export async function completeBlob(
  { tx, team_id, now }: TeamUnit,
  id: string,
  content: { hash: string; bytes: number },
): Promise<{ id: string }> {
  const known = await tx.get(byHash, { team_id, hash: content.hash })
  if (known) {
    // another request was faster; what was written here is swept
    tx.put(save, { ...known, sweep_at: later(now, UNUSED_MS) })
    return known
  }
  const sweep_at = later(now, UNUSED_MS)
  tx.must(complete, { team_id, id, ...content, sweep_at }, () => new Error('A file took too long to be stored'))
  return { id }
}

/** The blobs of a team that have these contents, by their hashes. */
export async function findByHashes(
  tx: Tx,
  team_id: string,
  hashes: string[],
): Promise<ReadonlyMap<string, { id: string; bytes: number }>> {
  const found = await byHashes.all(tx, { team_id }, hashes)
  return new Map(found.map(({ hash, id, bytes }) => [hash!, { id, bytes }]))
}

/** By which the contents of these blobs of a team are found, by their ids; none of one that was let go. */
export async function findHashes(
  tx: Tx,
  team_id: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = ids.length > 0 ? await hashesById.all(tx, { team_id }, ids) : []
  return new Map(found.flatMap(({ id, hash }) => (hash === null ? [] : [[id, hash] as const])))
}

// ---- sweeping

/** In one unit of work, which blocks all others. */
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

const drop = blobs.update({ by: ['team_id', 'id'], where: { state: 'open' }, set: ['sweep_at'] })

/** Has one removed soon that is not written to its end. */
export function dropOpen({ tx, team_id, now }: TeamUnit, id: string): void {
  tx.put(drop, { team_id, id, sweep_at: now.toISOString() })
}

/** Has blobs removed as soon as no unit of work can have found them before. */
export function hastenRemoval({ tx, team_id, now }: TeamUnit, ids: readonly string[]): void {
  for (const id of ids) tx.put(hasten, { team_id, id, sweep_at: now.toISOString() })
}

/** Whether what a room keeps refers to a blob. */
export type RefersTo = (tx: Tx, blob: OneBlob) => Promise<boolean>

/**
 * Looks at some that were not looked at for a while, and removes some without references; whether more may be left. `rooms`:
 * all that can refer to one.
 */
export async function removeUnusedBlobs(tx: Tx, now: Date, rooms: readonly RefersTo[]): Promise<boolean> {
  const some = await tx.all(due, { now: now.toISOString(), limit: LOOKED_AT_ONCE })
  for (const blob of some) {
    const isUsed = blob.state !== 'open' && (await isReferredTo(tx, blob, rooms))
    if (isUsed) tx.put(save, { ...blob, state: 'whole', sweep_at: later(now, UNUSED_MS) })
    else if (blob.state !== 'going') {
      tx.put(save, { ...blob, state: 'going', hash: null, sweep_at: later(now, GRACE_MS) })
    } else {
      const { id, team_id } = blob
      // each takes a while: the others have their turn
      if (await removeSomeChunks(tx, { team_id, blob_id: id })) break
      tx.put(remove, { team_id, id })
    }
  }
  return some.length > 0
}

async function isReferredTo(tx: Tx, blob: OneBlob, rooms: readonly RefersTo[]): Promise<boolean> {
  for (const refersTo of rooms) if (await refersTo(tx, blob)) return true
  return false
}
