// Reads and checks URLs and forms about inboxes.
import type { Folder } from '../../../../inbound/inboxes/rules.ts'
import type { AskedThreads } from '../../../../inbound/inboxes/finding/actions.ts'
import { isUuid } from '../../../../base/store/column.ts'
import { isLongerThan } from '../../../../base/text/length.ts'
import { FormFault } from '../../problems.ts'
import { lengthOf } from '../../ui/fields.ts'

export const INBOX_NAME_MAX = lengthOf('CreateInbox', 'name')
export const FROM_NAME_MAX = lengthOf('CreateInbox', 'from_name')
export const LABEL_MAX = lengthOf('CreateInboxLabel', 'name')

/** No address and hardly any subject is longer. */
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

export interface AskedList {
  asked: AskedThreads
  /** As typed, by their names in the URL. */
  typed: Record<string, string>
  isSearch: boolean
}

/** The threads selected by a URL or by a form on their list. */
export function askedThreads(query: URLSearchParams): AskedList {
  const typed: Record<string, string> = {}
  for (const name of FILTERS) {
    const text = (query.get(name) ?? '').trim().slice(0, SEARCHED_MAX)
    if (text !== '') typed[name] = text
  }
  const { q, from, label, files, read, start, end } = typed
  const isSearch = SEARCHED.some(name => typed[name] !== undefined)
  const asked: AskedThreads = {
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

/** A typed line. Refuses a line that is too long or contains control characters. */
export function askedLine(form: URLSearchParams, name: string, title: string, length_max: number): string | null {
  const line = (form.get(name) ?? '').trim()
  if (isLongerThan(line, length_max)) throw new FormFault(`${title} can have up to ${length_max} characters.`)
  if (/\p{Cc}/u.test(line)) throw new FormFault(`${title} must be one line.`)
  return line || null
}

export function askedInboxNames(form: URLSearchParams): { name: string | null; from_name: string | null } {
  return {
    name: askedLine(form, 'name', 'The name', INBOX_NAME_MAX),
    from_name: askedLine(form, 'from_name', 'The name of the sender', FROM_NAME_MAX),
  }
}

export function askedAddress(form: URLSearchParams): string {
  const [local, domain] = ['local', 'domain'].map(name => (form.get(name) ?? '').trim())
  if (!local || !domain) throw new FormFault('Say what stands before the @, and choose a domain.')
  return `${local}@${domain}`
}

const TARGETS = ['inbox', 'archive', 'spam', 'trash'] as const

/** A change of several threads. */
export interface AskedMarking {
  thread_ids: string[]
  change: { read?: boolean; folder?: (typeof TARGETS)[number] } | { label_id: string; gives: boolean }
}

/** The maximum on a page. */
const THREADS_MAX = 25

export function askedMarking(form: URLSearchParams): AskedMarking {
  const thread_ids = [...new Set(form.getAll('thread_id'))]
  if (thread_ids.length === 0) throw new FormFault('Select at least one thread.')
  if (thread_ids.length > THREADS_MAX) throw new FormFault(`At most ${THREADS_MAX} threads are changed at once.`)
  const act = form.get('act') ?? ''
  const folder = TARGETS.find(each => each === act)
  if (folder) return { thread_ids, change: { folder } }
  if (act === 'read' || act === 'unread') return { thread_ids, change: { read: act === 'read' } }
  const label_id = form.get('label_id') ?? ''
  if (act !== 'label' && act !== 'unlabel') throw new FormFault('Choose what is to happen with them.')
  if (!isUuid(label_id)) throw new FormFault('Choose a label first.')
  return { thread_ids, change: { label_id, gives: act === 'label' } }
}

/** Addresses separated by commas or semicolons, which quoted names may contain. */
export function askedAddresses(form: URLSearchParams, name: string): string[] {
  const found: string[] = []
  let [start, isQuoted] = [0, false]
  const text = `${form.get(name) ?? ''},`
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '"') isQuoted = !isQuoted
    if (isQuoted || (text[at] !== ',' && text[at] !== ';')) continue
    found.push(text.slice(start, at).trim())
    start = at + 1
  }
  // after an unclosed quote, the rest is one address, which is refused as invalid
  return [...found, text.slice(start, -1).trim()].filter(each => each !== '')
}

/** Browsers send line breaks as CRLF. */
export function askedText(form: URLSearchParams, name: string): string | null {
  return (form.get(name) ?? '').replaceAll('\r\n', '\n') || null
}
