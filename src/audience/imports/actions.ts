// What others may ask of imports: to take in a file, to say what is to be done with it, and how far each is.
import type { InSchemas } from '../../../generated/api.ts'
import { propertiesFor } from '../contact-properties/actions.ts'
import { enqueue } from '../../base/queue/enqueue.ts'
import { refusal } from '../../base/text/refusal.ts'
import { refuseByRule, segmentsExist } from '../segments/actions.ts'
import type { Database, TeamUnit, Tx } from '../../base/store/database.ts'
import { findTopics } from '../topics/actions.ts'
import { type Header, headerOf, PART_BYTES, recordsIn } from './csv.ts'
import { Utf8Check } from './encoding.ts'
import { type ColumnMap, fieldColumns, type FileLayout } from './layout.ts'
import * as store from './store.ts'

export { type ColumnMap, guessedColumns } from './layout.ts'
export { type ErrorRecord as RowError, type ImportRecord, listImportErrors, listImports } from './store.ts'

/** Of a team at once, each with a file that is stored meanwhile. */
export const OPEN_MAX = 20
/** How long an uploaded file waits for its import to be confirmed. */
const UNUSED_MS = 3_600_000
/** In one round of a sweep. */
const ABANDONED_AT_ONCE = 20

/** Takes files in, a piece at a time: no more of one is in memory, and it is stored when it is all there. */
export class Uploads {
  readonly #database: Pick<Database, 'unit'>
  readonly #now: () => Date
  readonly bytes_max: number

  constructor(database: Pick<Database, 'unit'>, now: () => Date, bytes_max: number) {
    this.#database = database
    this.#now = now
    this.bytes_max = bytes_max
  }

  /** The id of the import that the file can be accepted for. Refuses (422, 413) what cannot be imported whatever is wanted. */
  async receive(team_id: string, pieces: AsyncIterable<Buffer>): Promise<string> {
    const id = await this.#database.unit(async tx => {
      tx.guard(team_id, 'contact_imports')
      if ((await store.countOpenImports(tx, team_id)) >= OPEN_MAX) {
        const words = `There are ${OPEN_MAX} imports under way, and no more are taken at once; wait until one is over`
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
    const header = headerOf(head, bytes <= PART_BYTES)
    if (typeof header === 'string') throw invalid(header)
    if (held_bytes > 0) await write(Buffer.concat(held))
    const { position, line } = header
    const kept = { ...of, bytes, header, position, line }
    if (!(await this.#database.unit(tx => store.saveHeader(tx, kept)))) throw tooLate()
  }

  /** Nothing comes of a file, unless it was accepted. */
  async discard(team_id: string, id: string): Promise<void> {
    await this.#database.unit(tx => discardUpload(tx, { team_id, id }, this.#now()))
  }
}

function refuse(fault: string | undefined): void {
  if (fault !== undefined) throw invalid(fault)
}

const invalid = (message: string): Error => refusal('validation_error', message)

const tooLate = (): Error => refusal('service_unavailable', 'The file took too long to come in. Send it again.')

const tooLarge = (bytes_max: number): Error =>
  refusal('validation_error', `The file is too large: at most ${bytes_max} bytes are read here.`, 413)

async function discardUpload(tx: Tx, { team_id, id }: { team_id: string; id: string }, now: Date): Promise<void> {
  if (await store.dropImport(tx, { team_id, id }))
    await enqueue(tx, 'drop_import_file', { team_id, import_id: id }, now)
}

/** Removes some files whose import was never confirmed; whether more may be left. */
export async function removeAbandonedUploads(tx: Tx, now: Date): Promise<boolean> {
  const some = await store.listAbandoned(tx, {
    until: new Date(now.getTime() - UNUSED_MS).toISOString(),
    limit: ABANDONED_AT_ONCE,
  })
  for (const each of some) await discardUpload(tx, each, now)
  return some.length === ABANDONED_AT_ONCE
}

/** What is to be done with a file that was taken in. */
export interface WantedImport {
  column_map?: ColumnMap | undefined
  on_conflict?: InSchemas['ImportConflict'] | undefined
  segment_ids: readonly string[]
  topics: ReadonlyMap<string, InSchemas['Subscription']>
}

/**
 * Accepts a file of the team: from now on it is imported, whatever happens. Refuses a map that does not fit the file (422),
 * segments and topics that are not there (404), and a file that is not there any more (503).
 */
export async function startImport(
  { tx, team_id, now }: TeamUnit,
  id: string,
  { column_map, on_conflict = 'upsert', segment_ids, topics }: WantedImport,
): Promise<void> {
  const found = await store.findImportRecord(tx, { team_id, id })
  if (found?.status !== 'receiving' || !found.header) throw tooLate()
  const { columns: names, delimiter, line_end } = found.header
  const { properties: wanted, ...columns } = fieldColumns(found.header, column_map)
  const segments = await segmentsExist(tx, team_id, segment_ids)
  if (segment_ids.some(each => !segments.has(each))) throw refusal('not_found', 'Segment not found')
  await refuseByRule(tx, team_id, segment_ids)
  const known_topics = await findTopics(tx, team_id, [...topics.keys()])
  if ([...topics.keys()].some(each => !known_topics.has(each))) throw refusal('not_found', 'Topic not found')
  const typed = wanted.map(({ key, type }) => ({ key, type: type === 'boolean' ? ('string' as const) : type }))
  const known = await propertiesFor({ tx, team_id, now }, typed)
  const properties = wanted.map(({ key, type, column }): FileLayout['properties'][number] => {
    const { id, type: own } = known.get(key)!
    return { id, column, holds: type ?? own }
  })
  const layout: FileLayout = { delimiter, line_end, ...columns, names, properties }
  const plan = { layout, on_conflict, segment_ids: [...segment_ids], topics: [...topics] }
  if (!(await store.acceptImport(tx, { team_id, id, plan }))) throw tooLate()
  await enqueue(tx, 'import_contacts', { team_id, import_id: id }, now)
}

/** The import with this id, once it was accepted. */
export async function findImport(tx: Tx, team_id: string, id: string): Promise<store.ImportRecord | undefined> {
  const found = await store.findImportRecord(tx, { team_id, id })
  return found?.status === 'receiving' || found?.status === 'dropped' ? undefined : found
}

/** Ends an import of the team, unless it is over: no row is applied any more. The import as it is then, if there is one. */
export async function cancelImport(
  { tx, team_id, now }: TeamUnit,
  id: string,
): Promise<store.ImportRecord | undefined> {
  store.endImport(tx, { team_id, id, completed_at: now.toISOString() })
  return findImport(tx, team_id, id)
}

/** The columns of a file that waits for its import to be started. */
export async function findUploadedColumns(tx: Tx, team_id: string, id: string): Promise<string[] | undefined> {
  return (await findUploaded(tx, team_id, id))?.header.columns
}

async function findUploaded(
  tx: Tx,
  team_id: string,
  id: string,
): Promise<(store.ImportRecord & { header: Header }) | undefined> {
  const found = await store.findImportRecord(tx, { team_id, id })
  return found?.status === 'receiving' && found.header ? { ...found, header: found.header } : undefined
}

/** What the first record of such a file has in each column; empty without one. */
export async function findSample(tx: Tx, team_id: string, id: string): Promise<string[]> {
  const found = await findUploaded(tx, team_id, id)
  if (!found) return []
  const { header, bytes } = found
  const part = await store.readFile(tx, { ...found, from: header.position, count: PART_BYTES })
  const [first] = recordsIn(Buffer.from(part.buffer), header, header.position + part.length >= bytes, 1)
  return first?.fields ?? []
}
