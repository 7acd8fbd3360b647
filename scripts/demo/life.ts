// The history of the demo: some weeks of a few teams, created through the API with a simulated clock.
import type { Ask } from './api.ts'
import { type Graph, journey, receipt } from './graphs.ts'
import { HOSTS } from './relay.ts'

const FROM = 'Demo <demo@example.com>'
const NAMES = [
  'Ada',
  'Grace',
  'Alan',
  'Edsger',
  'Barbara',
  'Donald',
  'Radia',
  'Tim',
  'Hedy',
  'Linus',
  'Margaret',
  'Ken',
]
const PLANS = ['Pro', 'Free', 'Team']
/** One contact per kind of failing host; most hosts work. */
const OTHER_HOSTS = [HOSTS.gone, HOSTS.busy, HOSTS.broken]

const CATCHING_DAYS = 1

/** The start of the history, such that it ends a few hours ago: the last week is an additional one. */
export const daysOf = (weeks: number): number => CATCHING_DAYS + 7 * (weeks + 1) + 0.2

/** Name, event and number of steps of the automations of the first team. */
const JOURNEYS: [name: string, event: string, steps: number][] = [
  ['Onboarding', 'user.created', 10],
  ['Trial to paid', 'trial.started', 18],
  ['Course in six weeks', 'course.begun', 28],
  ['Winning back', 'user.left', 40],
]

export interface Demo {
  ask: Ask
  /** Advances the clock; due jobs run at their scheduled times. */
  pass(days: number): Promise<void>
}

/** Captured email from the time before a relay was configured. */
export async function createCapturedEmails({ ask, pass }: Demo): Promise<void> {
  for (const [number, name] of NAMES.entries()) {
    await ask('POST', '/emails', {
      from: FROM,
      to: [address(name, number)],
      cc: number % 3 === 0 ? ['team@example.com'] : [],
      subject: `Trial started, ${name}`,
      html: `<h1>Hello ${name}</h1><p>This is <a href="https://example.com">captured</a> and not sent.</p>`,
    })
    await pass(CATCHING_DAYS / NAMES.length)
  }
}

/** Templates, contacts and automations, and their activity. */
export async function live({ ask, pass }: Demo, weeks: number): Promise<void> {
  await makeTemplates(ask)
  const audience = await makeAudience(ask)
  const subject = 'News for {{{contact.first_name|you}}}'
  await ask('POST', '/broadcasts', { name: 'This month', subject, send: true, ...letterTo(audience) })
  const automations = await makeAutomations(ask)
  for (let week = 0; week < weeks; week++) await liveWeek({ ask, pass }, week)
  await ask('POST', `/automations/${automations[3]!}/stop`, { runs: 'cancel' })
  // so that every branch has contacts at the end, too
  await liveWeek({ ask, pass }, weeks)
  await sendOne(ask, 'still on its way', `late@${HOSTS.busy}`)
  await writeBroadcasts(ask, audience)
}

interface Audience {
  readers: string
  news: string
}

/** Contacts with their own names, plans and choices, and some without automations. */
async function makeAudience(ask: Ask): Promise<Audience> {
  const { id: readers } = await ask('POST', '/segments', { name: 'Readers' })
  const { id: testers } = await ask('POST', '/segments', { name: 'Beta testers' })
  const public_topic = { default_subscription: 'opt_in', visibility: 'public' }
  const { id: news } = await ask('POST', '/topics', {
    name: 'News',
    description: 'What is new, once a month',
    ...public_topic,
  })
  const { id: offers } = await ask('POST', '/topics', { name: 'Offers', default_subscription: 'opt_out' })
  await ask('POST', '/contact-properties', { key: 'plan', type: 'string', fallback_value: 'Free' })
  await ask('POST', '/contact-properties', { key: 'seats', type: 'number' })
  for (const [number, name] of NAMES.entries()) {
    const properties = number % 3 === 0 ? { plan: PLANS[number % PLANS.length], seats: number + 1 } : {}
    await ask('POST', '/contacts', {
      email: address(name, number),
      first_name: name,
      unsubscribed: number === 7,
      properties,
      segments: [{ id: readers }, ...(number % 4 === 0 ? [{ id: testers }] : [])],
      topics: number % 5 === 1 ? [{ id: offers, subscription: 'opt_in' }] : [],
    })
  }
  for (let number = 1; number <= READERS; number++) {
    const email = `reader${String(number).padStart(2, '0')}@example.net`
    await ask('POST', '/contacts', { email, segments: [{ id: readers }] })
  }
  return { readers, news }
}

/** More than fit on a page. */
const READERS = 30

const letterTo = ({ readers, news }: Audience): object => ({
  from: FROM,
  segment_id: readers,
  topic_id: news,
  html: LETTER,
})

async function writeBroadcasts(ask: Ask, audience: Audience): Promise<void> {
  const subject = 'Coming next, {{{contact.first_name|friend}}}'
  await ask('POST', '/broadcasts', { name: 'Next month', subject, ...letterTo(audience) })
  const idea = { name: 'An idea', subject: 'Have you seen this?', from: FROM, segment_id: audience.readers }
  await ask('POST', '/broadcasts', idea)
}

const LETTER = `<h1>Hello {{{contact.first_name|there}}}</h1>
<p>You have the plan {{{contact.plan}}}. <a href="https://example.com/new">See what is new in it.</a></p>
<p><a href="{{{RESEND_UNSUBSCRIBE_URL}}}">Unsubscribe</a></p>`

/** A team with little data. */
export async function liveQuietly(ask: Ask): Promise<void> {
  await makeTemplates(ask)
  await ask('POST', '/automations', { name: 'A first draft', ...journey('user.created', 4) })
  await sendOne(ask, 'Our first email', 'first@example.net')
}

async function makeTemplates(ask: Ask): Promise<void> {
  const plan = [{ key: 'PLAN', type: 'string', fallback_value: 'your plan' }]
  await makeTemplate(ask, 'demo-news', 'News about {{{PLAN}}}', plan)
  await makeTemplate(ask, 'demo-nudge', 'Have you seen what {{{PLAN}}} can do?', plan)
  await makeTemplate(ask, 'demo-receipt', 'Receipt {{{NUMBER}}}', [{ key: 'NUMBER', type: 'number' }])
}

async function makeTemplate(ask: Ask, alias: string, subject: string, variables: object[]): Promise<void> {
  await ask('POST', '/templates', { name: subject, alias, from: FROM, subject, html: `<p>${subject}</p>`, variables })
  await ask('POST', `/templates/${alias}/publish`)
}

/** Returns their ids; the last automation sends receipts. */
async function makeAutomations(ask: Ask): Promise<string[]> {
  const made: string[] = []
  const make = async (name: string, graph: Graph): Promise<void> => {
    const { id } = await ask('POST', '/automations', { name, ...graph })
    await ask('PATCH', `/automations/${id}`, { status: 'enabled' })
    made.push(id)
  }
  for (const [name, event, steps] of JOURNEYS) await make(name, journey(event, steps))
  await make('Receipts', receipt('order.paid'))
  return made
}

async function liveWeek({ ask, pass }: Demo, week: number): Promise<void> {
  for (const [number, name] of NAMES.entries()) {
    const email = address(name, number)
    const plan = PLANS[(number + week) % PLANS.length]!
    const [, event] = JOURNEYS[(number + week) % JOURNEYS.length]!
    await ask('POST', '/events/send', { event, email, payload: { plan } })
    if (number % 2 === 0) await ask('POST', '/events/send', { event: 'page.visited', email, payload: { plan } })
    // an order without a number, whose receipt cannot be rendered
    const payload = (number + week) % 5 === 0 ? {} : { number: week * 100 + number }
    await ask('POST', '/events/send', { event: 'order.paid', email, payload })
    await pass(6 / NAMES.length)
  }
  await sendOne(ask, `Minutes of week ${week + 1}`, `board@example.net`)
  await sendOne(ask, `Invoice of week ${week + 1}`, `accounts@${OTHER_HOSTS[week % OTHER_HOSTS.length]!}`)
  await pass(1)
}

async function sendOne(ask: Ask, subject: string, to: string): Promise<void> {
  await ask('POST', '/emails', { from: FROM, to: [to], subject, text: `${subject}.`, html: `<p>${subject}.</p>` })
}

function address(name: string, number: number): string {
  const host = number % 4 === 3 ? OTHER_HOSTS[(number >> 2) % OTHER_HOSTS.length]! : 'example.net'
  return `${name.toLowerCase()}@${host}`
}
