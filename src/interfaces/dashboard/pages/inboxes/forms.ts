// Reads and checks URLs and forms about inboxes and their conversations.
import type { Folder } from '../../../../inbound/inboxes/rules.ts'
import type { ThreadSearch } from '../../../../inbound/inboxes/search/actions.ts'
import { isUuid } from '../../../../base/store/column.ts'
import type { InboxRecord } from '../../../../inbound/inboxes/store/inboxes.ts'
import { type Html, html } from '../../../../base/html/html.ts'
import { isLongerThan } from '../../../../base/text/length.ts'
import { FormFault } from '../../problems.ts'
import { field, lengthOf } from '../../ui/fields.ts'
import { entered } from '../../ui/reader.ts'

const NAME_MAX = lengthOf('CreateInbox', 'name')
const FROM_NAME_MAX = lengthOf('CreateInbox', 'from_name')

/** Longer than any address and almost any subject. */
export const SEARCHED_MAX = 320

export const FOLDER_NAMES: Record<Folder, string> = {
  inbox: 'Inbox',
  archive: 'Archive',
  sent: 'Sent',
  spam: 'Spam',
  trash: 'Trash',
}
export const ALL_FOLDERS = 'all'

const FILTERS = ['folder', 'label', 'read', 'q', 'from', 'files', 'start', 'end'] as const
const SEARCHED = ['q', 'from', 'files', 'start', 'end']

export interface ThreadListFilter {
  asked: ThreadSearch
  /** The entered values, by their names in the URL. */
  typed: Record<string, string>
  isSearch: boolean
}

/** The threads that a URL, or a form on their list, selects. */
export function threadFilter(query: URLSearchParams): ThreadListFilter {
  const typed: Record<string, string> = {}
  for (const name of FILTERS) {
    const text = (query.get(name) ?? '').trim().slice(0, SEARCHED_MAX)
    if (text !== '') typed[name] = text
  }
  const { q, from, label, files, read, start, end } = typed
  const isSearch = SEARCHED.some(name => typed[name] !== undefined)
  const asked: ThreadSearch = {
    query: q,
    from: from === undefined ? undefined : [from],
    has_attachment: files === 'yes' || undefined,
    folders: foldersIn(typed, isSearch),
    labels: isUuid(label ?? '') ? [label!] : undefined,
    read: read === 'no' ? false : undefined,
    start_date: dayIn(start),
    end_date: dayIn(end),
  }
  return { asked, typed, isSearch }
}

/** A search and a label cover all folders, unless one is selected. */
function foldersIn({ folder, label }: Record<string, string>, isSearch: boolean): Folder[] | undefined {
  if (folder !== undefined && Object.hasOwn(FOLDER_NAMES, folder)) return [folder as Folder]
  return folder === ALL_FOLDERS || label !== undefined || isSearch ? undefined : ['inbox']
}

/** Days are in UTC, so that a link to a search finds the same in every team. */
function dayIn(text: string | undefined): string | undefined {
  if (text === undefined || !/^\d{4}-\d\d-\d\d$/.test(text)) return undefined
  const day = new Date(`${text}T00:00:00.000Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text) ? text : undefined
}

/** The URL of a list with these filters. */
export function listAddress(inbox_id: string, typed: Record<string, string>): string {
  const query = String(new URLSearchParams(typed))
  return query === '' ? `/inboxes/${inbox_id}` : `/inboxes/${inbox_id}?${query}`
}

/** An entered line. Refuses a line that is too long or contains control characters. */
export function lineFromForm(form: URLSearchParams, name: string, label: string, length_max: number): string | null {
  const line = (form.get(name) ?? '').trim()
  if (isLongerThan(line, length_max)) throw new FormFault(`“${label}” can have up to ${length_max} characters.`)
  if (/\p{Cc}/u.test(line)) throw new FormFault(`“${label}” must be a single line.`)
  return line || null
}

export function inboxNameFields(inbox?: InboxRecord): Html {
  return html`${field('Name', { name: 'name', maxlength: NAME_MAX, autocomplete: 'off', hint: 'Visible only to your team.', value: entered('name', inbox?.name) })}
  ${field('Sender name', { name: 'from_name', maxlength: FROM_NAME_MAX, autocomplete: 'off', hint: 'Recipients see it next to the address.', value: entered('from_name', inbox?.from_name) })}`
}

export function inboxNamesFromForm(form: URLSearchParams): { name: string | null; from_name: string | null } {
  return {
    name: lineFromForm(form, 'name', 'Name', NAME_MAX),
    from_name: lineFromForm(form, 'from_name', 'Sender name', FROM_NAME_MAX),
  }
}

const TARGETS = ['inbox', 'archive', 'spam', 'trash'] as const

/** A change of several threads. */
export interface ThreadsChange {
  thread_ids: string[]
  change: { read?: boolean; folder?: (typeof TARGETS)[number] } | { label_id: string; adds: boolean }
}

/** The maximum on a page. */
const THREADS_MAX = 25

export function threadsChangeFromForm(form: URLSearchParams): ThreadsChange {
  const thread_ids = [...new Set(form.getAll('thread_id'))]
  if (thread_ids.length === 0) throw new FormFault('Select at least one conversation.')
  if (thread_ids.length > THREADS_MAX) throw new FormFault(`Select up to ${THREADS_MAX} conversations.`)
  const act = form.get('act') ?? ''
  const folder = TARGETS.find(each => each === act)
  if (folder) return { thread_ids, change: { folder } }
  if (act === 'read' || act === 'unread') return { thread_ids, change: { read: act === 'read' } }
  const label_id = form.get('label_id') ?? ''
  if (act !== 'label' && act !== 'unlabel') throw new FormFault('Select an action.')
  if (!isUuid(label_id)) throw new FormFault('Select a label.')
  return { thread_ids, change: { label_id, adds: act === 'label' } }
}

/** Browsers send line breaks as CRLF. */
export function textFromForm(form: URLSearchParams, name: string): string | null {
  return (form.get(name) ?? '').replaceAll('\r\n', '\n') || null
}
