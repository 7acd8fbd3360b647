// Tables of imports, of the chunks of their files, and of their errors.
import type { Schemas } from '../../../generated/api.ts'
import { bytes, json, nullable, number, oneOf, text, uuid } from '../../base/store/column.ts'
import type { TeamUnit, Tx } from '../../base/store/database.ts'
import { type InputRow, inputRows } from '../../base/store/input-rows.ts'
import type { Page, PageQuery } from '../../base/store/page.ts'
import { acrossTeams, statement } from '../../base/store/statement.ts'
import { type RecordOf, table } from '../../base/store/table.ts'
import type { CsvHeader } from './csv.ts'
import type { FileLayout } from './layout.ts'
import type { ImportCounts, ImportRowFault } from './rows.ts'

/** How a file is to be imported. */
interface ImportPlan {
  layout: FileLayout
  on_conflict: 'upsert' | 'skip'
  segment_ids: string[]
  topics: [topic_id: string, subscription: Schemas['Subscription']][]
}

const imports = table('contact_imports', {
  id: uuid,
  team_id: uuid,
  /** `receiving`: the file is being received, or the import is not started yet; `dropped`: it was discarded before. */
  status: oneOf<Schemas['ContactImportStatus'] | 'receiving' | 'dropped'>(),
  created_at: text,
  completed_at: nullable(text),
  bytes: number,
  header: nullable(json<CsvHeader>()),
  plan: nullable(json<ImportPlan>()),
  /** The position of the next record, or of the first record of a partially applied run. */
  position: number,
  line: number,
  /** The end of a partially applied run, and how many of its sorted rows are applied. */
  run_end: nullable(number),
  applied: number,
  /** The first chunk that is still stored. */
  chunk: number,
  total: number,
  created: number,
  updated: number,
  skipped: number,
  failed: number,
  departed: number,
})

const chunks = table('contact_import_chunks', { import_id: uuid, team_id: uuid, number, data: bytes })

const errors = table('contact_import_errors', {
  id: uuid,
  import_id: uuid,
  team_id: uuid,
  line: number,
  column: nullable(text),
  reason: text,
  created_at: text,
})

export type ImportRecord = RecordOf<typeof imports>
export type ImportErrorRecord = RecordOf<typeof errors>

export const FILE_CHUNK_BYTES = 262_144

interface OneImport {
  team_id: string
  id: string
}

const ACCEPTED = ['queued', 'in_progress', 'completed', 'failed', 'canceled']
const UNDER_WAY = ['queued', 'in_progress'] as const
const OPEN = ['receiving', ...UNDER_WAY]

const list = imports.listWhere<{ team_id: string }>(({ rows, params }) =>
  rows.where(params('team_id')).whereIn('status', ACCEPTED),
)
const listByStatus = imports.list('team_id', 'status')
export const findImportRecord = imports.find('team_id', 'id').one
const insert = imports.insert()
/** Records that the file is complete. Returns false if it was swept meanwhile, because receiving took too long. */
export const saveHeader = imports.update({
  by: ['team_id', 'id'],
  where: { status: 'receiving' },
  set: ['bytes', 'header', 'position', 'line'],
}).did
/** Starts the import. Returns whether it was waiting to be started. */
export const acceptImport = imports.update({
  by: ['team_id', 'id'],
  where: { status: 'receiving' },
  to: { status: 'queued' },
  set: ['plan'],
}).did
/** Discards the import. Returns whether it was not started. */
export const discardImport = imports.update({
  by: ['team_id', 'id'],
  where: { status: 'receiving' },
  to: { status: 'dropped' },
}).did
const removeDropped = imports.write<OneImport>(({ rows, params }) =>
  rows.where(params('team_id', 'id')).where({ status: 'dropped' }).delete(),
)
const goOn = imports.write<OneImport & ImportProgress & { before: number; applied_before: number }>(
  ({ rows, param, params }) =>
    rows
      .where({ ...params('team_id', 'id'), position: param('before'), applied: param('applied_before') })
      .whereIn('status', UNDER_WAY)
      .update(
        params(
          ...(['status', 'completed_at', 'position', 'line', 'run_end', 'applied', 'chunk'] as const),
          ...(['total', 'created', 'updated', 'skipped', 'failed', 'departed'] as const),
        ),
      ),
)
/** Ends an import that has not ended. No further page of it is applied. */
export const finishImport = imports.write<OneImport & { completed_at: string }>(({ rows, params }) =>
  rows
    .where(params('team_id', 'id'))
    .whereIn('status', UNDER_WAY)
    .update({ status: 'canceled', ...params('completed_at') }),
).put
const countOpen = imports
  .only()
  .query<{ team_id: string }, { count: number }>(({ rows, params }) =>
    rows.count({ count: '*' }).where(params('team_id')).whereIn('status', OPEN),
  )
/** The oldest complete file of a team whose import was not started. */
export const findUnused = imports
  .only('id')
  .query<{ team_id: string }>(
    ({ rows, params }) =>
      rows.where(params('team_id')).where({ status: 'receiving' }).whereNotNull('header').orderBy('id'),
    'limit 1',
  ).one
export const listAbandonedImports = acrossTeams(
  'a sweep',
  imports
    .only('team_id', 'id')
    .query<{ until: string; limit: number }>(
      ({ rows, param }) =>
        rows.where({ status: 'receiving' }).where('created_at', '<=', param('until')).orderBy('created_at'),
      'limit :limit',
    ),
).all

export const insertFileChunk = chunks.insert().put
const chunk = chunks.only('data').find('team_id', 'import_id', 'number')
/** Removes chunks before this one, which are imported. */
export const removeChunksBefore = chunks.write<{ team_id: string; import_id: string; before: number }>(
  ({ rows, param, params }) =>
    rows.where(params('team_id', 'import_id')).where('number', '<', param('before')).delete(),
).put
const removeSomeChunks = chunks.removeSome({
  key: ['import_id', 'number'],
  by: ['team_id', 'import_id'],
  limit: 8,
}).more

const GIVEN = { id: 'uuid', line: 'integer', column: 'text', reason: 'text' } as const
const insertErrors = statement<{ team_id: string; import_id: string; created_at: string; rows: InputRow[] }>(
  (knex, param) =>
    knex.raw(
      `insert into contact_import_errors (id, import_id, team_id, line, "column", reason, created_at)
       select given.id, ?, ?, given.line, given."column", given.reason, ? from ?`,
      [param('import_id'), param('team_id'), param('created_at'), inputRows(knex, GIVEN)],
    ),
)
const listOfErrors = errors.listWhere<{ team_id: string; import_id: string }>(
  ({ rows, params }) => rows.where(params('team_id', 'import_id')),
  'oldest_first',
)

export function listImports(
  tx: Tx,
  team_id: string,
  { status, ...query }: PageQuery & { status?: Schemas['ContactImportStatus'] | undefined },
): Promise<Page<ImportRecord>> {
  return status === undefined ? list.page(tx, { team_id }, query) : listByStatus.page(tx, { team_id, status }, query)
}

/** The number of open imports, including those whose file is being received. */
export async function countOpenImports(tx: Tx, team_id: string): Promise<number> {
  return (await tx.get(countOpen, { team_id }))!.count
}

/** Stores an import whose file is being received. */
export async function insertImport(tx: Tx, { team_id, id }: OneImport, now: Date): Promise<void> {
  const counts = { total: 0, created: 0, updated: 0, skipped: 0, failed: 0, departed: 0 }
  const nothing = {
    completed_at: null,
    header: null,
    plan: null,
    bytes: 0,
    position: 0,
    line: 1,
    run_end: null,
    applied: 0,
    chunk: 0,
  }
  tx.put(insert, { id, team_id, status: 'receiving', created_at: now.toISOString(), ...nothing, ...counts })
}

/** Whether the import has rows left to apply. */
export function isImportOpen({ status }: Pick<ImportRecord, 'status'>): boolean {
  return status === 'queued' || status === 'in_progress'
}

export type ImportProgress = Pick<
  ImportRecord,
  'status' | 'completed_at' | 'position' | 'line' | 'run_end' | 'applied' | 'chunk' | keyof ImportCounts
>

/**
 * Stores the progress. Throws, which rolls the transaction back, if another job has continued the import since it was read.
 */
export function saveImportProgress(tx: Tx, before: ImportRecord, progress: ImportProgress): void {
  const { id, team_id } = before
  tx.must(
    goOn,
    { id, team_id, before: before.position, applied_before: before.applied, ...progress },
    () => new Error('Another worker continues the import'),
  )
}

/**
 * Removes some chunks. Returns whether more may remain. With the last chunk, the row of a discarded import is removed, too.
 */
export async function removeFileChunks(tx: Tx, { team_id, id }: OneImport): Promise<boolean> {
  if (await removeSomeChunks(tx, { team_id, import_id: id })) return true
  tx.put(removeDropped, { team_id, id })
  return false
}

/** A copy of `count` bytes of the file, starting at a position; fewer at its end. */
export async function readFileBytes(
  tx: Tx,
  { team_id, id: import_id, from, count }: OneImport & { from: number; count: number },
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(count)
  let at = from
  while (at < from + count) {
    const number = Math.floor(at / FILE_CHUNK_BYTES)
    const found = await tx.get(chunk, { team_id, import_id, number })
    const start = number * FILE_CHUNK_BYTES
    const piece = found?.data.subarray(at - start, from + count - start)
    if (!piece || piece.length === 0) break
    bytes.set(piece, at - from)
    at += piece.length
  }
  return at === from + count ? bytes : bytes.slice(0, at - from)
}

export async function insertImportErrors(
  { tx, team_id, now }: TeamUnit,
  import_id: string,
  faults: readonly (ImportRowFault & { line: number })[],
): Promise<void> {
  const rows = faults.map(({ line, column, reason }) => [tx.newId('contact_import_errors'), line, column, reason])
  tx.put(insertErrors, { team_id, import_id, created_at: now.toISOString(), rows })
}

export function listImportErrors(
  tx: Tx,
  { team_id, id: import_id }: OneImport,
  query: PageQuery,
): Promise<Page<ImportErrorRecord>> {
  return listOfErrors.page(tx, { team_id, import_id }, query)
}
