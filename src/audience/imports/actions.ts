// Imports for other modules: receives a file, starts its import, and reports its progress.
import type { InSchemas } from '../../../generated/api.ts'
import { findOrCreateProperties } from '../contact-properties/actions.ts'
import { enqueue } from '../../base/queue/enqueue.ts'
import { refusal } from '../../base/text/refusal.ts'
import { refuseRuleSegments } from '../segments/actions.ts'
import { findExistingSegments } from '../segments/store.ts'
import type { Database, TeamUnit, Tx } from '../../base/store/database.ts'
import { findTopics } from '../topics/actions.ts'
import { type CsvHeader, parseHeader, PART_BYTES, parseRecords } from './csv.ts'
import { Utf8Check } from './encoding.ts'
import { type ColumnMap, fieldColumns, type FileLayout } from './layout.ts'
import * as store from './store.ts'

/** Maximum open imports of a team, because each has a stored file. */
export const OPEN_IMPORTS_MAX = 20
/** How long an uploaded file is kept before its import is started. */
const UNUSED_MS = 3_600_000
/** Maximum files that one run of the sweep removes. */
const ABANDONED_AT_ONCE = 20

/** Receives files in pieces. Only one piece is in memory at a time, and a file is complete when all pieces are stored. */
export class Uploads {
  readonly #database: Pick<Database, 'unit'>
  readonly #now: () => Date
  readonly bytes_max: number

  constructor(database: Pick<Database, 'unit'>, now: () => Date, bytes_max: number) {
    this.#database = database
    this.#now = now
    this.bytes_max = bytes_max
  }

  /**
   * Stores a file. Returns the id of its import. Refuses (422, 413) a file that cannot be imported with any settings. A team
   * with too many open imports loses its oldest file whose import was not started.
   */
  async receive(team_id: string, pieces: AsyncIterable<Buffer>): Promise<string> {
    const id = await this.#database.unit(async tx => {
      tx.guard(team_id, 'contact_imports')
      if (
        (await store.countOpenImports(tx, team_id)) >= OPEN_IMPORTS_MAX &&
        !(await this.#replaceUnused(tx, team_id))
      ) {
        const words = `At most ${OPEN_IMPORTS_MAX} imports can run at the same time. Wait until one is complete.`
        throw refusal('validation_error', words)
      }
      const id = tx.newId('contact_imports')
      await store.insertImport(tx, { team_id, id }, this.#now())
      return id
    })
    try {
      await this.#store({ team_id, id }, pieces)
      return id
    } catch (error) {
      await this.discard(team_id, id)
      throw error
    }
  }

  /** Discards the team's oldest file whose import was not started. Returns whether there was one. */
  async #replaceUnused(tx: Tx, team_id: string): Promise<boolean> {
    const oldest = await store.findUnused(tx, { team_id })
    if (oldest) await discardUpload(tx, { team_id, id: oldest.id }, this.#now())
    return oldest !== undefined
  }

  async #store(of: { team_id: string; id: string }, pieces: AsyncIterable<Buffer>): Promise<void> {
    const { team_id, id: import_id } = of
    const check = new Utf8Check()
    let head = Buffer.alloc(0)
    let held: Buffer[] = []
    let [held_bytes, number, bytes] = [0, 0, 0]
    const write = async (data: Buffer): Promise<void> => {
      await this.#database.unit(async tx => store.insertFileChunk(tx, { team_id, import_id, number, data }))
      number++
    }
    for await (const piece of pieces) {
      bytes += piece.length
      if (bytes > this.bytes_max) throw tooLarge(this.bytes_max)
      refuse(check.fault(piece))
      if (head.length < PART_BYTES) head = Buffer.concat([head, piece.subarray(0, PART_BYTES - head.length)])
      held.push(piece)
      held_bytes += piece.length
      while (held_bytes >= store.FILE_CHUNK_BYTES) {
        const all = Buffer.concat(held)
        await write(all.subarray(0, store.FILE_CHUNK_BYTES))
        held = [all.subarray(store.FILE_CHUNK_BYTES)]
        held_bytes -= store.FILE_CHUNK_BYTES
      }
    }
    refuse(check.endFault())
    const header = parseHeader(head, bytes <= PART_BYTES)
    if (typeof header === 'string') throw invalid(header)
    if (held_bytes > 0) await write(Buffer.concat(held))
    const { position, line } = header
    const kept = { ...of, bytes, header, position, line }
    if (!(await this.#database.unit(tx => store.saveHeader(tx, kept)))) throw tooLate()
  }

  /** Discards a file, unless its import was started. */
  async discard(team_id: string, id: string): Promise<void> {
    await this.#database.unit(tx => discardUpload(tx, { team_id, id }, this.#now()))
  }
}

function refuse(fault: string | undefined): void {
  if (fault !== undefined) throw invalid(fault)
}

const invalid = (message: string): Error => refusal('validation_error', message)

const tooLate = (): Error => refusal('service_unavailable', 'The upload took too long. Send the file again.')

const tooLarge = (bytes_max: number): Error =>
  refusal('validation_error', `The file is too large: at most ${bytes_max} bytes are allowed.`, 413)

async function discardUpload(tx: Tx, { team_id, id }: { team_id: string; id: string }, now: Date): Promise<void> {
  if (await store.discardImport(tx, { team_id, id }))
    await enqueue(tx, 'drop_import_file', { team_id, import_id: id }, now)
}

/** Removes some files whose import was never started. Returns whether more may remain. */
export async function removeAbandonedUploads(tx: Tx, now: Date): Promise<boolean> {
  const some = await store.listAbandonedImports(tx, {
    until: new Date(now.getTime() - UNUSED_MS).toISOString(),
    limit: ABANDONED_AT_ONCE,
  })
  for (const each of some) await discardUpload(tx, each, now)
  return some.length === ABANDONED_AT_ONCE
}

/** The settings of an import. */
export interface ImportSettings {
  column_map?: ColumnMap | undefined
  on_conflict?: InSchemas['ImportConflict'] | undefined
  segment_ids: readonly string[]
  topics: ReadonlyMap<string, InSchemas['Subscription']>
}

/**
 * Starts the import of a received file; jobs run it. Refuses a map that does not fit the file (422), unknown segments and
 * topics (404), and a file that was removed (503).
 */
export async function startImport(
  { tx, team_id, now }: TeamUnit,
  id: string,
  { column_map, on_conflict = 'upsert', segment_ids, topics }: ImportSettings,
): Promise<void> {
  const found = await store.findImportRecord(tx, { team_id, id })
  if (found?.status !== 'receiving' || !found.header) throw tooLate()
  const { columns: names, delimiter, line_end } = found.header
  const { properties: wanted, ...columns } = fieldColumns(found.header, column_map)
  const segments = await findExistingSegments(tx, team_id, segment_ids)
  if (segment_ids.some(each => !segments.has(each))) throw refusal('not_found', 'Segment not found')
  await refuseRuleSegments(tx, team_id, segment_ids)
  const known_topics = await findTopics(tx, team_id, [...topics.keys()])
  if ([...topics.keys()].some(each => !known_topics.has(each))) throw refusal('not_found', 'Topic not found')
  const typed = wanted.map(({ key, type }) => ({ key, type: type === 'boolean' ? ('string' as const) : type }))
  const known = await findOrCreateProperties({ tx, team_id, now }, typed)
  const properties = wanted.map(({ key, type, column }): FileLayout['properties'][number] => {
    const { id, type: own } = known.get(key)!
    return { id, column, holds: type ?? own }
  })
  const layout: FileLayout = { delimiter, line_end, ...columns, names, properties }
  const plan = { layout, on_conflict, segment_ids: [...segment_ids], topics: [...topics] }
  if (!(await store.acceptImport(tx, { team_id, id, plan }))) throw tooLate()
  await enqueue(tx, 'import_contacts', { team_id, import_id: id }, now)
}

/** The import with this id, if it was started. */
export async function findImport(tx: Tx, team_id: string, id: string): Promise<store.ImportRecord | undefined> {
  const found = await store.findImportRecord(tx, { team_id, id })
  return found?.status === 'receiving' || found?.status === 'dropped' ? undefined : found
}

/** Cancels an import unless it has ended: no further row is applied. Returns the resulting import, if it exists. */
export async function cancelImport(
  { tx, team_id, now }: TeamUnit,
  id: string,
): Promise<store.ImportRecord | undefined> {
  store.finishImport(tx, { team_id, id, completed_at: now.toISOString() })
  return findImport(tx, team_id, id)
}

/** The columns of a file whose import is not started yet. */
export async function findUploadedColumns(tx: Tx, team_id: string, id: string): Promise<string[] | undefined> {
  return (await findUploaded(tx, team_id, id))?.header.columns
}

async function findUploaded(
  tx: Tx,
  team_id: string,
  id: string,
): Promise<(store.ImportRecord & { header: CsvHeader }) | undefined> {
  const found = await store.findImportRecord(tx, { team_id, id })
  return found?.status === 'receiving' && found.header ? { ...found, header: found.header } : undefined
}

/** The first record of such a file, by column; empty if there is none. */
export async function findSample(tx: Tx, team_id: string, id: string): Promise<string[]> {
  const found = await findUploaded(tx, team_id, id)
  if (!found) return []
  const { header, bytes } = found
  const part = await store.readFileBytes(tx, { ...found, from: header.position, count: PART_BYTES })
  const [first] = parseRecords(Buffer.from(part.buffer), header, header.position + part.length >= bytes, 1)
  return first?.fields ?? []
}
