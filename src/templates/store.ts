import { AnyOf } from '../store/any-of.ts'
import type { Tx } from '../store/database.ts'
import { PagedList, type Page, type PageQuery } from '../store/page.ts'
import { statement } from '../store/statement.ts'
import type { Needs } from './render.ts'
import type { Draft, TemplateRecord, TemplateVersion } from './rules.ts'

type Row = TemplateRecord & { team_id: string }

interface VersionRow extends Omit<TemplateVersion, 'reply_to' | 'variables'> {
  reply_to: string | null
  variables: string
}

const toRow = (version: TemplateVersion): VersionRow => ({
  ...version,
  reply_to: version.reply_to && JSON.stringify(version.reply_to),
  variables: JSON.stringify(version.variables),
})

const fromRow = (row: VersionRow): TemplateVersion => ({
  ...row,
  reply_to: row.reply_to === null ? null : (JSON.parse(row.reply_to) as string[]),
  variables: JSON.parse(row.variables) as TemplateVersion['variables'],
})

const list = new PagedList<{ team_id: string }, Row>((knex, place) =>
  knex('templates').select('*').where('team_id', place('team_id')),
)

const byId = statement<{ team_id: string; id: string }, Row>((knex, place) =>
  knex('templates')
    .select('*')
    .where({ id: place('id'), team_id: place('team_id') }),
)

const byAlias = statement<{ team_id: string; alias: string }, Row>((knex, place) =>
  knex('templates')
    .select('*')
    .where({ team_id: place('team_id'), alias: place('alias') }),
)

const named = new AnyOf<{ team_id: string }, Row>((knex, place, names) =>
  knex('templates')
    .select('*')
    .where('team_id', place('team_id'))
    .whereIn('id', names)
    // not an `or`, for which no index would be used
    .unionAll(knex('templates').select('*').where('team_id', place('team_id')).whereIn('alias', names)),
)

const insert = statement<Row>((knex, place) =>
  knex('templates').insert({
    id: place('id'),
    team_id: place('team_id'),
    name: place('name'),
    alias: place('alias'),
    current_version_id: place('current_version_id'),
    published_version_id: place('published_version_id'),
    published_at: place('published_at'),
    created_at: place('created_at'),
    updated_at: place('updated_at'),
  }),
)

const save = statement<Row>((knex, place) =>
  knex('templates')
    .where({ id: place('id'), team_id: place('team_id') })
    .update({
      name: place('name'),
      alias: place('alias'),
      current_version_id: place('current_version_id'),
      published_version_id: place('published_version_id'),
      published_at: place('published_at'),
      updated_at: place('updated_at'),
    }),
)

const remove = statement<{ team_id: string; id: string }>((knex, place) =>
  knex('templates')
    .where({ id: place('id'), team_id: place('team_id') })
    .delete(),
)

const CONTENT = ['id', 'template_id', 'from', 'subject', 'reply_to', 'html', 'text', 'variables', 'created_at']

const versions = new AnyOf<object, VersionRow>((knex, _, ids) =>
  knex('template_versions').select(CONTENT).whereIn('id', ids),
)

type NeedsRow = Pick<VersionRow, 'id' | 'from' | 'subject'> & { needs: string | null }

// without the content, which can be megabytes
const needs = new AnyOf<object, NeedsRow>((knex, _, ids) =>
  knex('template_versions').select('id', 'from', 'subject', 'needs').whereIn('id', ids),
)

const saveNeedsOf = statement<{ id: string; needs: string }>((knex, place) =>
  knex('template_versions')
    .where('id', place('id'))
    .update({ needs: place('needs') }),
)

const insertVersionRow = statement<VersionRow>((knex, place) =>
  knex('template_versions').insert({
    id: place('id'),
    template_id: place('template_id'),
    from: place('from'),
    subject: place('subject'),
    reply_to: place('reply_to'),
    html: place('html'),
    text: place('text'),
    variables: place('variables'),
    created_at: place('created_at'),
  }),
)

const saveVersionRow = statement<VersionRow>((knex, place) =>
  knex('template_versions')
    .where('id', place('id'))
    .update({
      from: place('from'),
      subject: place('subject'),
      reply_to: place('reply_to'),
      html: place('html'),
      text: place('text'),
      variables: place('variables'),
    }),
)

export function listTemplates(tx: Tx, team_id: string, query: PageQuery): Promise<Page<TemplateRecord>> {
  return list.page(tx, { team_id }, query)
}

/** By its id, or else by its alias. */
export async function findTemplate(tx: Tx, team_id: string, id_or_alias: string): Promise<TemplateRecord | undefined> {
  const found = await tx.get(byId, { team_id, id: id_or_alias.toLowerCase() })
  return found ?? tx.get(byAlias, { team_id, alias: id_or_alias })
}

/** The templates that have one of these ids or aliases. */
export function listTemplatesNamed(tx: Tx, team_id: string, ids_or_aliases: string[]): Promise<TemplateRecord[]> {
  const ids = ids_or_aliases.map(name => name.toLowerCase())
  return named.all(tx, { team_id }, [...new Set([...ids, ...ids_or_aliases])])
}

/** A template always has the versions that it names. */
export async function findVersion(tx: Tx, id: string): Promise<TemplateVersion> {
  return (await listVersions(tx, [id]))[0]!
}

/** What a version brings, but for its content, and what it needs. */
export interface VersionNeeds extends Pick<TemplateVersion, 'id' | 'from' | 'subject'> {
  /** `undefined` when it was not written down at its publication. */
  needs: Needs | undefined
}

export async function listNeeds(tx: Tx, ids: string[]): Promise<VersionNeeds[]> {
  const rows = await needs.all(tx, {}, ids)
  return rows.map(({ id, from, subject, needs: text }) => {
    return { id, from, subject, needs: text === null ? undefined : (JSON.parse(text) as Needs) }
  })
}

/** A published version never changes, so what it needs is found once. */
export async function saveNeeds(tx: Tx, id: string, found: Needs): Promise<void> {
  await tx.run(saveNeedsOf, { id, needs: JSON.stringify(found) })
}

export async function listVersions(tx: Tx, ids: string[]): Promise<TemplateVersion[]> {
  return (await versions.all(tx, {}, ids)).map(fromRow)
}

export async function isAliasTaken(tx: Tx, team_id: string, { id, alias }: TemplateRecord): Promise<boolean> {
  const other = alias === null ? undefined : await tx.get(byAlias, { team_id, alias })
  return other !== undefined && other.id !== id
}

/** A new template with its first version. */
export async function insertTemplate(tx: Tx, team_id: string, { template, version }: Draft): Promise<void> {
  await tx.run(insert, { ...template, team_id })
  await insertVersion(tx, version)
}

export async function saveTemplate(tx: Tx, team_id: string, template: TemplateRecord): Promise<void> {
  await tx.run(save, { ...template, team_id })
}

export async function insertVersion(tx: Tx, version: TemplateVersion): Promise<void> {
  await tx.run(insertVersionRow, toRow(version))
}

export async function saveVersion(tx: Tx, version: TemplateVersion): Promise<void> {
  await tx.run(saveVersionRow, toRow(version))
}

/** With all its versions. Whether there was such a template. */
export async function removeTemplate(tx: Tx, team_id: string, id: string): Promise<boolean> {
  return (await tx.run(remove, { team_id, id })) > 0
}
