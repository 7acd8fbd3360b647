// The benchmark, in ratios: CPU time per request compared with the minimum for the same request, in one run on one
// machine. Then startup time, idle usage, and delivery speed.
import { generateKeyPairSync, sign } from 'node:crypto'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startCluster } from '../support/postgres/cluster.ts'
import { framesByTree, readLog } from '../support/log-pages.ts'
import { freePort } from '../support/port.ts'
import { temporaryFolder } from '../support/folder.ts'
import { compareStarts, measuredAgainst } from './against.ts'
import { measuredAgents } from './agents.ts'
import { measuredAudience } from './audience.ts'
import { type FewAndMany, measuredAutomations } from './automations.ts'
import { type Child, child, listening } from './child.ts'
import { measuredContract } from './contract.ts'
import { measureBroadcast } from './broadcast.ts'
import { CONNECTIONS, type Load, answered, bytesOf, loadOf, sustained } from './load.ts'
import { type MeasuredImport, measuredImport } from './imports.ts'
import { measuredInboxes } from './inboxes.ts'
import { measuredLogs } from './logs.ts'
import { measuredLeaving } from './leaving.ts'
import { measureFairness } from './fairness.ts'
import { measuredOAuth } from './oauth.ts'
import { measuredPostgres } from './postgres.ts'
import { line, printAim } from './print.ts'
import { measuredReceiving } from './receiving.ts'
import { measureRequests } from './requests.ts'
import { rows } from './rows.ts'
import { measuredSearch } from './search.ts'
import { silentMailServer } from './silent-mail-server.ts'
import { measuredWebhooks } from './webhooks.ts'
import { KEY, oneKilobyte, seeded, seededWithMail } from './seed.ts'

const IDLE_AFTER_MS = 2000
const BESIDE_MS = 6000
const JOURNAL_MS = 2000
const SIGNATURES = 2000
/** Also on a busy machine. */
const ARRIVAL_WITHIN_MS = 120_000
const START = '../../src/start.js'

type Env = Record<string, string> & { PORT: string }

/**
 * `npm run bench -- requests "GET /emails"` measures one part, and only the requests whose name starts with it;
 * `npm run bench -- postgres delivery` measures one part of the PostgreSQL figures;
 * `npm run bench -- import 1000000`, `-- broadcast 1000000`, `-- inboxes 1000000` and `-- search 1000000` use this
 * many;
 * `npm run bench -- against ../other "GET /emails"` compares them with another checkout, and
 * `-- against ../other start` compares startup and idle usage.
 */
const [onlyPart, ...rest] = process.argv.slice(2)
const otherCheckout = onlyPart === 'against' ? rest.shift() : undefined
const onlyRequest = rest[0] ?? ''
const many = rest[0] === undefined ? undefined : Number(rest[0])
const folders: string[] = []

async function anEnv(): Promise<Env> {
  const folder = temporaryFolder()
  folders.push(folder)
  return { PORT: String(await freePort()), DATA_DIR: folder, BOOTSTRAP_API_KEY: KEY }
}

async function started(env: Env): Promise<{ server: Child; start_ms: number }> {
  const server = child(START, env)
  return { server, start_ms: await listening(Number(env.PORT)) }
}

async function measureAgainst(folder: string): Promise<void> {
  if (onlyRequest === 'start') return printStarts(folder)
  const silent = await silentMailServer()
  const envs: [Env, Env] = [await anEnv(), await anEnv()]
  console.log(line('us CPU', 'least', 'other', 'ratio', 'median', 'other', 'ratio', 'requests/s', 'other'))
  for await (const { name, ours, theirs } of measuredAgainst(folder, envs, silent.env, onlyRequest)) {
    const figures = (['cpu_us', 'median_us'] as const).flatMap(which => [
      ours[which].toFixed(1),
      theirs[which].toFixed(1),
      (ours[which] / theirs[which]).toFixed(2),
    ])
    console.log(line(name, ...figures, ours.per_second.toFixed(0), theirs.per_second.toFixed(0)))
  }
  silent.close()
}

async function printStarts(folder: string): Promise<void> {
  console.log(line(''.padEnd(32), '', 'the other', 'ratio'))
  for (const { name, unit, ours, theirs } of await compareStarts(folder, anEnv)) {
    const figures = [`${ours.toFixed(0)} ${unit}`, `${theirs.toFixed(0)} ${unit}`, (ours / theirs).toFixed(2)]
    console.log(line(name.padEnd(32), ...figures))
  }
}

/** The bytes that an accepted email of one kilobyte adds to SQLite's write-ahead log, while nothing is delivered. */
async function measureJournal(): Promise<void> {
  const env = await anEnv()
  const silent = await silentMailServer()
  const [row] = rows(await seeded(env, CONNECTIONS))
  const { server } = await started({ ...env, ...silent.env, SQLITE_CHECKPOINTS: 'off' })
  const load = loadOf(row!, Number(env.PORT), server)
  const filename = path.join(env.DATA_DIR!, 'lettermill.db')
  // until all undeliverable emails wait
  await answered(load, JOURNAL_MS)
  const before = readLog(filename).frames.length
  const count = await answered(load, JOURNAL_MS)
  const { frames, frame_bytes } = readLog(filename)
  const added = frames.slice(before)
  const bytes = (added.length * frame_bytes) / count
  const trees = Object.entries(framesByTree(filename, added)).toSorted(([, one], [, other]) => other - one)
  await server.stop()
  silent.close()
  printAim('Journal of a POST /emails', bytes, 'bytes', 3072, bytes <= 3072)
  const commits = added.filter(frame => frame.commits).length
  console.log(line('  Emails per commit', (count / commits).toFixed(1)))
  for (const [tree, frames] of trees) {
    const share = (frames * frame_bytes) / count
    console.log(line(`  ${tree}`.padEnd(40), `${(frames / commits).toFixed(2)} pages`, `${share.toFixed(0)} bytes`))
  }
}

async function measureOAuth(): Promise<void> {
  console.log(line('OAuth', 'us CPU', 'peer', 'requests/s', 'peer', 'ratio', 'aim'))
  for (const { name, aim, ours, peer } of await measuredOAuth(await anEnv())) {
    const ratio = ours.per_second / peer.per_second
    const figures = [ours.cpu_us, peer.cpu_us, ours.per_second, peer.per_second].map(figure => figure.toFixed(0))
    console.log(line(name, ...figures, ratio.toFixed(2), `${aim} ${ratio >= aim ? 'met' : 'MISSED'}`))
  }
}

async function measureStart(): Promise<void> {
  const env = await anEnv()
  const first = await started(env)
  await first.server.stop()
  const { server, start_ms } = await started(env)
  await pause(IDLE_AFTER_MS)
  const { rss_bytes } = await server.usage()
  await server.stop()
  printAim('First start to listening', first.start_ms, 'ms', 800, first.start_ms <= 800)
  printAim('Start to listening', start_ms, 'ms', 500, start_ms <= 500)
  const memory_mb = rss_bytes / 1e6
  printAim('Idle memory', memory_mb, 'MB', 115, memory_mb <= 115)
}

interface DeliveryAim {
  per_second: number
  cpu_us: number
  main_us: number
}

async function measureDelivery(count: number, latency_ms: number, aim: DeliveryAim, signed = false): Promise<void> {
  const env = await anEnv()
  await seededWithMail(env, count, signed)
  const sink = child('./sink.ts', { LATENCY_MS: String(latency_ms) })
  const SMTP_URL: string = await sink.ask('url', 'url')
  const { server } = await started({ ...env, SMTP_URL, LOG_LEVEL: 'error' })
  // one-time work is not part of the cost of an email
  const { count: warm } = await arrival(sink, count / 4)
  const before = await server.usage()
  const { span_ms } = await arrival(sink, count)
  const after = await server.usage()
  await Promise.all([server.stop(), sink.stop()])
  const per_second = ((count - 1) * 1000) / span_ms
  const name = `Mails/s, ${signed ? 'signed (DKIM)' : `${latency_ms} ms per command`}`
  printAim(name, per_second, '/s', aim.per_second, per_second >= aim.per_second)
  const printUs = (what: string, us: number, aim_us: number): void =>
    printAim(what, us / (count - warm), 'us', aim_us, us / (count - warm) <= aim_us)
  printUs('  CPU per mail', after.cpu_us - before.cpu_us, aim.cpu_us)
  printUs('  of the main thread', after.main_us - before.main_us, aim.main_us)
}

/** The maximum of the processor: an email has one RSA signature, and a cheap Ed25519 one. */
function measureSigning(): void {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const bytes = Buffer.alloc(600, 'a')
  const before = process.cpuUsage()
  for (let count = 0; count < SIGNATURES; count++) sign('sha256', bytes, privateKey)
  const { user, system } = process.cpuUsage(before)
  console.log(line('  A signature (RSA 2048)', `${((user + system) / SIGNATURES).toFixed(0)} us`))
}

/** The delivery rate while the server accepts as much as it can. */
async function measureBeside(): Promise<void> {
  const env = await anEnv()
  const sink = child('./sink.ts', { LATENCY_MS: '0' })
  const SMTP_URL: string = await sink.ask('url', 'url')
  const { server } = await started({ ...env, SMTP_URL, LOG_LEVEL: 'error' })
  const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' }
  const post = bytesOf({ method: 'POST', path: '/emails', headers, body: JSON.stringify(oneKilobyte()) })
  const load: Load = { server, port: Number(env.PORT), status: 200, next: () => post }
  await sustained(load, BESIDE_MS / 2)
  const arrivals = async (): Promise<number> => ((await sink.ask('arrivals', 'arrivals')) as { count: number }).count
  const [before, from_ms] = [await arrivals(), performance.now()]
  const accepted = await sustained(load, BESIDE_MS)
  const delivered = (((await arrivals()) - before) * 1000) / (performance.now() - from_ms)
  await Promise.all([server.stop(), sink.stop()])
  console.log(line('Accepted/s beside delivery', `${accepted.toFixed(0)} /s`))
  printAim('Delivered/s beside them', delivered, '/s', 400, delivered >= 400)
}

async function arrival(sink: Child, count: number): Promise<{ count: number; span_ms: number }> {
  const deadline = performance.now() + ARRIVAL_WITHIN_MS
  for (;;) {
    const arrivals: { count: number; span_ms: number } = await sink.ask('arrivals', 'arrivals')
    if (arrivals.count >= count) return arrivals
    if (performance.now() > deadline) throw new Error(`Only ${arrivals.count} of ${count} mails arrived`)
    await pause(20)
  }
}

async function measureAutomations(): Promise<void> {
  const { steps_per_second, begun_per_second, advance_ms, match_ms } = await measuredAutomations()
  printAim('Steps of runs per CPU second', steps_per_second, '/s', 3000, steps_per_second >= 3000)
  console.log(line('Runs begun per CPU second', `${begun_per_second.toFixed(0)} /s`))
  const printRatio = (name: string, { few, many }: FewAndMany): void => {
    const ratio = many / few
    const figures = [`${few.toFixed(2)} ms`, `${many.toFixed(2)} ms`, ratio.toFixed(2)]
    console.log(line(name, ...figures, `1.5 ${ratio <= 1.5 ? 'met' : 'MISSED'}`))
  }
  console.log(line('Waiting runs', '1,000', '1,000,000', 'ratio', 'target'))
  printRatio('Take on one due run', advance_ms)
  printRatio('Match one event', match_ms)
}

async function measureAudience(): Promise<void> {
  const { rules, lists } = await measuredAudience()
  console.log(line('1,000,000 contacts by rule', 'page of 100', 'target', 'all of them', 'members', 'loop held'))
  for (const { name, page_ms, all_ms, members, held_ms } of rules) {
    const goal = `300 ms ${page_ms <= 300 ? 'met' : 'MISSED'}`
    const figures = [`${page_ms.toFixed(1)} ms`, goal, `${all_ms.toFixed(0)} ms`, String(members)]
    console.log(line(name.padEnd(32), ...figures, `${held_ms.toFixed(0)} ms`))
  }
  console.log(line('A page of 100', '1,000', '1,000,000', 'ratio', 'target'))
  for (const { name, few_ms, many_ms } of lists) {
    const ratio = many_ms / few_ms
    const figures = [`${few_ms.toFixed(2)} ms`, `${many_ms.toFixed(2)} ms`, ratio.toFixed(2)]
    console.log(line(name.padEnd(32), ...figures, `1.5 ${ratio <= 1.5 ? 'met' : 'MISSED'}`))
  }
}

async function measureLogs(): Promise<void> {
  const silent = await silentMailServer()
  console.log(line('The log of requests', 'us CPU', 'without', 'ratio', 'target'))
  for await (const { name, with_us, without_us, ratio } of measuredLogs(anEnv, silent.env)) {
    const goal = `1.03 ${ratio <= 1.03 ? 'met' : 'MISSED'}`
    console.log(line(name, with_us.toFixed(1), without_us.toFixed(1), ratio.toFixed(3), goal))
  }
  silent.close()
}

async function measurePostgres(): Promise<void> {
  const silent = await silentMailServer()
  for await (const { name, cells } of measuredPostgres({ newEnv: anEnv, silent_env: silent.env }, onlyRequest)) {
    console.log(line(name, ...cells))
  }
  silent.close()
}

/** Compared with an email of about one kilobyte, whose validation this is. */
async function measureContract(): Promise<void> {
  for (const { operations, start_ms, check_us } of await measuredContract([10, 72, 150])) {
    printAim(`Start, ${operations} operations`, start_ms, 'ms', 50, start_ms <= 50)
    console.log(line('  Checking a send', `${check_us.toFixed(2)} us`))
  }
}

/** They unsubscribe one at a time, before the broadcast has been sent to all. */
const LEAVING = 20

async function measureLeaving(count: number): Promise<void> {
  const found = await measuredLeaving(count, LEAVING)
  const { before, mails, left, spared, late, latest_ms, half_ms, most_ms } = found
  console.log(line('Leaving while sending', `${left} of ${count}`, `${before} before`, `${mails} mails`))
  console.log(line('  got no mail', String(spared)))
  console.log(line('  answered 204 after', `${half_ms.toFixed(1)} ms`, `most ${most_ms.toFixed(1)}`))
  console.log(line('  mails begun after it', String(late), '', '', `0 ${late === 0 ? 'met' : 'MISSED'}`))
  printAim('  the last one after', latest_ms, 'ms', 1000, latest_ms < 1000)
}

async function measureWebhooks(): Promise<void> {
  const { prepared_per_second, posted_per_second, cpu_us, main_us, beside } = await measuredWebhooks(anEnv)
  printAim('Prepared per CPU second', prepared_per_second, '/s', 5000, prepared_per_second >= 5000)
  printAim('Webhooks/s', posted_per_second, '/s', 1000, posted_per_second >= 1000)
  printAim('  CPU per webhook', cpu_us, 'us', 150, cpu_us <= 150)
  console.log(line('  of the main thread', `${main_us.toFixed(0)} us`))
  printAim('Webhooks/s beside mails', beside.posted_per_second, '/s', 1000, beside.posted_per_second >= 1000)
  printAim('  mails/s meanwhile', beside.mails_per_second, '/s', 500, beside.mails_per_second >= 500)
}

/** The start page and the search of the dashboard. */
async function measureSearch(): Promise<void> {
  await onBoth(async (database, url, folder) => {
    console.log(line(`On ${database}`.padEnd(40), '1,000', `${many ?? 1_000_000}`, 'target'))
    for (const { name, few_ms, many_ms } of await measuredSearch(folder, url, many)) {
      const most_ms = name.startsWith('the start page') ? 50 : 100
      const goal = `${most_ms} ${many_ms <= most_ms ? 'met' : 'MISSED'}`
      console.log(line(name.padEnd(40), `${few_ms.toFixed(1)} ms`, `${many_ms.toFixed(1)} ms`, goal))
    }
  })
}

async function measureInboxes(): Promise<void> {
  await onBoth(async (database, url, folder) => {
    console.log(`\nInboxes on ${database}, ms: among ${many ?? 1_000_000} threads, among 1,000, ratio`)
    for (const { name, few_ms, many_ms } of await measuredInboxes(folder, url, many))
      console.log(`${name.padEnd(40)} ${many_ms.toFixed(2)} ${few_ms.toFixed(2)} ${(many_ms / few_ms).toFixed(1)}`)
  })
}

async function onBoth(measure: (database: string, url: string, folder: string) => Promise<void>): Promise<void> {
  const cluster = await startCluster()
  try {
    const { DATA_DIR } = await anEnv()
    await measure('SQLite', '', DATA_DIR!)
    await measure('PostgreSQL', cluster.url, DATA_DIR!)
  } finally {
    await cluster.stop()
  }
}

/** For example a million rows, only on SQLite. */
async function measureImport(rows: number | undefined): Promise<void> {
  if (rows !== undefined) return printImport('SQLite', await measuredImport(await anEnv(), rows))
  const cluster = await startCluster()
  try {
    printImport('SQLite', await measuredImport(await anEnv()))
    printImport('PostgreSQL', await measuredImport({ ...(await anEnv()), DATABASE_URL: cluster.url }))
  } finally {
    await cluster.stop()
  }
}

function printImport(where: string, found: MeasuredImport): void {
  printAim(`Rows imported, ${where}`, found.per_second, '/s', 50_000, found.per_second >= 50_000)
  console.log(line('  CPU per row', `${found.cpu_us.toFixed(1)} us`))
  console.log(line('  of the main thread', `${found.main_us.toFixed(1)} us`))
  console.log(line('  memory on top', `${found.grown_mb.toFixed(0)} MB`))
  printAim('  event loop held, most', found.held_ms, 'ms', 50, found.held_ms < 50)
}

async function measureAgents(): Promise<void> {
  const silent = await silentMailServer()
  const { email, send_email, tools_list, bearer, dpop } = await measuredAgents({ ...(await anEnv()), ...silent.env })
  silent.close()
  const ratio = send_email.cpu_us / email.cpu_us
  console.log(line('POST /emails', `${email.cpu_us.toFixed(0)} us`))
  printAim('send-email, of that', ratio * 100, '%', 130, ratio <= 1.3)
  printAim('tools/list', tools_list.cpu_us, 'us', 1500, tools_list.cpu_us <= 1500)
  console.log(line('GET /topics, Bearer', `${bearer.cpu_us.toFixed(0)} us`))
  const more = dpop.cpu_us - bearer.cpu_us
  printAim('DPoP, on top of that', more, 'us', 250, more <= 250)
}

async function measureReceiving(): Promise<void> {
  const found = await measuredReceiving(await anEnv())
  const { taken_per_second, sent_per_second, cpu_us, large_ms, grown_mb, grown_first_mb, held } = found
  printAim('Mails of 20 kB taken', taken_per_second, '/s', 290, taken_per_second >= 290)
  printAim('  beside those sent', sent_per_second, '/s', 290, sent_per_second >= 290)
  console.log(line('  CPU for one of each', `${cpu_us.toFixed(0)} us`))
  printAim('A mail of 40 MB taken', large_ms, 'ms', 8_000, large_ms < 8_000)
  console.log(line('  memory on top, ten of them', `${grown_mb.toFixed(0)} MB`))
  console.log(line('  the first of them', `${grown_first_mb.toFixed(0)} MB`))
  console.log(line('Event loop held by', 'CPU', 'passed'))
  for (const { name, cpu_ms, wall_ms } of held)
    console.log(line(`  ${name}`, `${cpu_ms.toFixed(0)} ms`, `${wall_ms.toFixed(0)} ms`))
  const most_ms = Math.max(...held.map(({ cpu_ms }) => cpu_ms))
  printAim('Hostile mail holds the event loop, CPU', most_ms, 'ms', 20, most_ms <= 20)
}

const PARTS: Record<string, () => Promise<void>> = {
  requests: () => measureRequests(anEnv, onlyRequest),
  journal: measureJournal,
  oauth: measureOAuth,
  start: measureStart,
  delivery: async () => {
    await measureDelivery(10_000, 0, { per_second: 1000, cpu_us: 600, main_us: 500 })
    await measureDelivery(5000, 50, { per_second: 500, cpu_us: 800, main_us: 700 })
    await measureDelivery(10_000, 0, { per_second: 1000, cpu_us: 900, main_us: 500 }, true)
    measureSigning()
  },
  beside: measureBeside,
  automations: measureAutomations,
  audience: measureAudience,
  contract: measureContract,
  broadcast: () => measureBroadcast(many ?? 200_000),
  leaving: () => measureLeaving(many ?? 5000),
  logs: measureLogs,
  import: () => measureImport(many),
  inboxes: measureInboxes,
  search: measureSearch,
  receiving: measureReceiving,
  agents: measureAgents,
  webhooks: measureWebhooks,
  fairness: async () => {
    for (const { name, cells } of await measureFairness(await anEnv())) console.log(line(name, ...cells))
  },
  postgres: measurePostgres,
}

try {
  if (otherCheckout) await measureAgainst(otherCheckout)
  for (const [name, measure] of Object.entries(PARTS)) if ((onlyPart ?? name) === name) await measure()
} finally {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
}
