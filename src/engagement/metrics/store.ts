// Counts events of emails in SQL, one part of an index at a time, so that neither memory nor the delay of other work depends on
// the number of rows. A part returns one row per minute.
import type { Tx } from '../../base/store/database.ts'
import { knownTeam, type SqlValue, type SqlBuilder, type Statement, statement } from '../../base/store/statement.ts'
import { smallestIdAt } from '../../base/text/uuids.ts'
import type { CountedEvents } from './sums.ts'

/** Rows of an index that one statement examines in some milliseconds, while other work waits. */
const PART = 1000

/** Columns read in addition to times and counts; each costs a lookup of every email. */
interface MetricsRead {
  domains: boolean
  emails: boolean
  broadcasts: boolean
}

/** A part of an index: after one id, up to and including another. Rows outside the range do not count. */
interface Part {
  team_id: string
  after_id: string
  to_id: string
  start: string
  until: string
}

interface EventRange {
  team_id: string
  after_id: string
  until_id: string
  before: number
}

/** The events that show that a mail server was contacted about an email. */
const HANDED_ON = "('delivered', 'delivery_delayed', 'bounced')"

/**
 * Whether an event is the first of these types for its email. The condition is a scalar subquery, so that it is evaluated for
 * each row and the planner cannot start from all rows. SQLite selects the index with the most given columns, but the index on
 * the email's events is required: therefore the team is omitted, and the type is wrapped in an expression that no index
 * contains.
 */
function isFirst(knex: SqlBuilder, team: Record<string, SqlValue>, types: string): SqlValue {
  const earlier = knex('email_events as earlier')
    .select(knex.raw('1'))
    .where(knownTeam(knex, team))
    .whereRaw(`earlier.email_id = each_event.email_id and coalesce(earlier.type, '') ${types}`)
    .whereRaw('earlier.id < each_event.id limit 1')
  return knex.raw('case when ? is null then 1 else 0 end', [earlier])
}

/** The form is `2026-11-20T10:01`. */
const MINUTE = 'substr(created_at, 1, 16)'
/** The text after the `@` of `<id@domain>`, with the closing bracket. */
const DOMAIN = 'substr(emails.message_id, 39)'

type Of = 'type' | 'email_id'

const partOfEvents = (
  of: Of,
  { domains, emails, broadcasts }: MetricsRead,
): Statement<Part & Record<Of, string>, CountedEvents> =>
  statement((knex, param) => {
    const team = { 'earlier.team_id': param('team_id') }
    return knex.raw(
      `select part.type, part.minute, ${domains ? DOMAIN : 'null'} as domain,
        ${emails ? 'part.email_id' : 'null'} as email_id,
        ${broadcasts ? 'emails.broadcast_id' : 'null'} as broadcast_id, part.bounce,
        count(*) as events, sum(part.is_first) as firsts, sum(part.is_sent) as sents
      from (
        select team_id, email_id, type, ${MINUTE} as minute,
          case when type = 'bounced' then coalesce(bounce, 'permanent') end as bounce,
          ? as is_first,
          case when type in ${HANDED_ON} then ? else 0 end as is_sent
        from email_events each_event
        where team_id = ? and ${of} = ? and id > ? and id <= ? and created_at >= ? and created_at < ?
      ) as part
      ${domains || broadcasts ? 'join emails on emails.team_id = part.team_id and emails.id = part.email_id' : ''}
      group by 1, 2, 3, 4, 5, 6`,
      [
        isFirst(knex, team, '= each_event.type'),
        isFirst(knex, team, `in ${HANDED_ON}`),
        param('team_id'),
        param(of),
        param('after_id'),
        param('to_id'),
        param('start'),
        param('until'),
      ],
    )
  })

const partOfAccepted = ({
  domains,
  emails,
  broadcasts,
}: MetricsRead): Statement<Part & Record<Of, string>, CountedEvents> =>
  statement((knex, param) =>
    knex.raw(
      `select 'received' as type, part.minute, part.domain, ${emails ? 'part.id' : 'null'} as email_id,
        part.broadcast_id, null as bounce,
        count(*) as events, count(*) as firsts, 0 as sents
      from (
        select id, ${MINUTE} as minute, ${domains ? DOMAIN : 'null'} as domain,
          ${broadcasts ? 'broadcast_id' : 'null'} as broadcast_id
        from emails
        where team_id = ? and id > ? and id <= ? and created_at >= ? and created_at < ?
      ) as part
      group by 1, 2, 3, 4, 5, 6`,
      [param('team_id'), param('after_id'), param('to_id'), param('start'), param('until')],
    ),
  )

/** The last id of a part, if the part is full. */
const lastOf = (of: Of | undefined): Statement<EventRange & Record<Of, string>, { id: string }> =>
  statement(
    (knex, param) =>
      knex(of === undefined ? 'emails' : 'email_events')
        .select('id')
        .where({ team_id: param('team_id'), ...(of !== undefined && { [of]: param(of) }) })
        .andWhere('id', '>', param('after_id'))
        .andWhere('id', '<', param('until_id'))
        .orderBy('id'),
    'limit 1 offset :before',
  )

const lastOfType = lastOf('type')
const lastOfEmail = lastOf('email_id')
const lastAccepted = lastOf(undefined)

/** One statement of each kind, created when the module is loaded. */
const counting = [false, true].flatMap(domains =>
  (['neither', 'emails', 'broadcasts'] as const).map(of => {
    const read = { domains, emails: of === 'emails', broadcasts: of === 'broadcasts' }
    const [ofType, ofEmail] = [partOfEvents('type', read), partOfEvents('email_id', read)]
    return { read, ofType, ofEmail, accepted: partOfAccepted(read) }
  }),
)

interface Walk extends Record<Of, string> {
  last: ReturnType<typeof lastOf>
  part: ReturnType<typeof partOfAccepted>
}

interface AskedMetrics {
  team_id: string
  start: Date
  until: Date
  /** Older rows do not count. */
  since: Date | undefined
  read: MetricsRead
  /** The types of events; accepted emails are `received`. */
  types: readonly string[]
  /** Only these emails count; `undefined`: all. */
  email_ids: readonly string[] | undefined
}

/**
 * The maximum difference between the time in an id and the time of its row, if the clocks of processes differ or one was set
 * back.
 */
const MARGIN_MS = 3_600_000

type Add = (counted: readonly CountedEvents[]) => void

/** Passes the counts of each part to `add`. */
export async function countParts(tx: Tx, asked: AskedMetrics, add: Add): Promise<void> {
  const { team_id, start, until, since = start, read, types, email_ids } = asked
  const { ofType, ofEmail, accepted } = counting.find(
    ({ read: of }) => of.domains === read.domains && of.emails === read.emails && of.broadcasts === read.broadcasts,
  )!
  const range = { team_id, start: start.toISOString(), until: until.toISOString() }
  const from_ms = Math.max(start.getTime(), since.getTime())
  const bounds = { after_id: smallestIdAt(from_ms - MARGIN_MS), until_id: smallestIdAt(until.getTime() + MARGIN_MS) }
  const walk = async ({ last, part, ...of }: Walk): Promise<void> => {
    for (let after_id: string | undefined = bounds.after_id; after_id !== undefined;) {
      const stretch: EventRange & Record<Of, string> = {
        team_id,
        after_id,
        until_id: bounds.until_id,
        before: PART - 1,
        ...of,
      }
      const end: { id: string } | undefined = await tx.get(last, stretch)
      add(await tx.all(part, { ...range, ...of, after_id, to_id: end?.id ?? bounds.until_id }))
      after_id = end?.id
      await tx.pause()
    }
  }
  if (!email_ids) {
    for (const type of types) {
      const ways = type === 'received' ? { last: lastAccepted, part: accepted } : { last: lastOfType, part: ofType }
      await walk({ ...ways, type, email_id: '' })
    }
    return
  }
  for (const email_id of email_ids) {
    await walk({ last: lastOfEmail, part: ofEmail, type: '', email_id })
    const [only, rest] = beside(email_id)
    add(await tx.all(accepted, { ...range, after_id: only, to_id: rest, type: '', email_id }))
  }
}

/** The bounds of a part that contains only this id. */
function beside(id: string): [before: string, up_to: string] {
  const digits = BigInt(`0x${id.replaceAll('-', '')}`) - 1n
  const text = (digits < 0n ? 0n : digits).toString(16).padStart(32, '0')
  return [text.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'), id]
}
