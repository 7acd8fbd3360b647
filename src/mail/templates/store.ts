// Tables of templates and of their versions.
import { AnyOf } from '../../base/store/any-of.ts'
import { json, nullable, text, uuid } from '../../base/store/column.ts'
import type { Tx } from '../../base/store/database.ts'
import { positionFunction } from '../../base/store/statement.ts'
import { type RecordOf, table } from '../../base/store/table.ts'
import type { TemplateNeeds } from './render.ts'
import type { TemplateDraft, TemplateRecord, TemplateVersion } from './rules.ts'

const templates = table<TemplateRecord & { team_id: string }>('templates', {
  id: uuid,
  team_id: uuid,
  name: text,
  alias: nullable(text),
  current_version_id: uuid,
  published_version_id: nullable(uuid),
  published_at: nullable(text),
  created_at: text,
  updated_at: text,
  writer_id: nullable(uuid),
})

const versions = table<TemplateVersion & { team_id: string }>('template_versions', {
  id: uuid,
  team_id: uuid,
  template_id: uuid,
  from: nullable(text),
  subject: nullable(text),
  reply_to: nullable(json<string[]>()),
  html: text,
  text: nullable(text),
  variables: json<TemplateVersion['variables']>(),
  created_at: text,
  published_at: nullable(text),
  publisher_id: nullable(uuid),
})

/** A version without its content, which can have megabytes, but with its required variables. */
const publications = table('template_versions', {
  id: uuid,
  team_id: uuid,
  from: nullable(text),
  subject: nullable(text),
  /** Computed at publication; `null` in versions published before this column existed. */
  needs: nullable(json<TemplateNeeds>()),
  template_id: uuid,
  published_at: nullable(text),
  publisher_id: nullable(uuid),
})

export type Publication = RecordOf<typeof publications>

export const listTemplates = templates.list('team_id').page
const byId = templates.find('team_id', 'id')
const byAlias = templates.find('team_id', 'alias')
const insert = templates.insert()
export const saveTemplate = templates.update({
  by: ['team_id', 'id'],
  set: ['name', 'alias', 'current_version_id', 'published_version_id', 'published_at', 'updated_at', 'writer_id'],
}).count
/** Removes a template with all versions. Returns whether it existed. */
export const removeTemplate = templates.remove('team_id', 'id').did

const named = new AnyOf<{ team_id: string }, RecordOf<typeof templates>>((_knex, param, names) => {
  const having = (column: 'id' | 'alias') =>
    names
      .rows(templates.name, column)
      .select(templates.names)
      .where({ team_id: param('team_id') })
  // a union, because an `or` would not use an index
  return having('id').unionAll(having('alias'))
})

const BYTES = 'octet_length(??) + coalesce(octet_length(??), 0) as bytes'
const sizesById = new AnyOf<{ team_id: string }, { bytes: number }>((knex, param, ids) =>
  ids
    .rows(versions.name, 'id')
    .select(knex.raw(BYTES, ['html', 'text']))
    .where({ team_id: param('team_id') }),
)
const versionsShowing = new AnyOf<{ team_id: string; shown: string }, { template_id: string }>((knex, param, ids) =>
  ids
    .rows(versions.name, 'id')
    .select('template_id')
    .where({ team_id: param('team_id') })
    .andWhereRaw(`${positionFunction(knex)}(html, ?) > 0`, [param('shown')]),
)
export const listVersions = versions.findAny('id', 'team_id').all
export const insertVersion = versions.insert().count
export const saveVersion = versions.update({
  by: ['team_id', 'id'],
  set: ['from', 'subject', 'reply_to', 'html', 'text', 'variables'],
}).count
export const listNeeds = publications.findAny('id', 'team_id').all
/** Stored at publication, because a published version never changes. */
export const savePublication = publications.update({
  by: ['team_id', 'id'],
  set: ['needs', 'published_at', 'publisher_id'],
}).put
/** The published versions, latest first. */
export const listPublications = publications.query<{ team_id: string; template_id: string }>(({ rows, params }) =>
  rows
    .where(params('team_id', 'template_id'))
    .whereNotNull('published_at')
    .orderBy([
      { column: 'published_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ]),
).all
export const removeVersion = publications.remove('team_id', 'id').put

/** By id, or else by alias. */
export async function findTemplate(tx: Tx, team_id: string, id_or_alias: string): Promise<TemplateRecord | undefined> {
  const found = await tx.get(byId, { team_id, id: id_or_alias.toLowerCase() })
  return found ?? tx.get(byAlias, { team_id, alias: id_or_alias })
}

/** Templates with one of these ids or aliases. */
export function listTemplatesNamed(tx: Tx, team_id: string, ids_or_aliases: string[]): Promise<TemplateRecord[]> {
  return named.all(tx, { team_id }, [...ids_or_aliases.map(name => name.toLowerCase()), ...ids_or_aliases])
}

/** Those of the templates whose draft or published HTML contains the text. */
export async function listTemplatesContaining(
  tx: Tx,
  { team_id, text }: { team_id: string; text: string },
  some: readonly TemplateRecord[],
): Promise<TemplateRecord[]> {
  const ids = some.flatMap(each => [each.current_version_id, each.published_version_id ?? []].flat())
  const found = await versionsShowing.all(tx, { team_id, shown: text }, ids)
  return some.filter(({ id }) => found.some(({ template_id }) => template_id === id))
}

/** A template's version; it always exists. */
export async function findVersion(tx: Tx, team_id: string, id: string): Promise<TemplateVersion> {
  return (await listVersions(tx, { team_id }, [id]))[0]!
}

/** The total size of these versions, without reading them. */
export async function sumVersionBytes(tx: Tx, team_id: string, ids: string[]): Promise<number> {
  return (await sizesById.all(tx, { team_id }, ids)).reduce((sum, { bytes }) => sum + bytes, 0)
}

export async function isAliasTaken(tx: Tx, team_id: string, { id, alias }: TemplateRecord): Promise<boolean> {
  const other = alias === null ? undefined : await tx.get(byAlias, { team_id, alias })
  return other !== undefined && other.id !== id
}

/** Stores a new template with its first version. */
export async function insertTemplate(tx: Tx, team_id: string, { template, version }: TemplateDraft): Promise<void> {
  await tx.run(insert, { ...template, team_id })
  await insertVersion(tx, { ...version, team_id })
}
