// Which tests run when. `npm test` is what a newcomer runs: rules, contract, jobs and stores of all rooms; on PostgreSQL the
// stores, the queue and the main ways.
// `npm run check`, which decides what lands, runs all tests: those and the ones listed below as left to it. A file that no
// line here names is in `npm test`.
import { globSync } from 'node:fs'
import path from 'node:path'

/** Left to `npm run check`: needs a browser, many processes or much time, or is about the programs of others. */
const CHECK_ONLY = [
  // clients that others publish, our own SDK, samples of the documentation, commands as processes
  'test/clients/**',
  // Chromium, and all pages of the documentation
  'test/browser/{chromium*,automations,docs,imports}.test.ts',
  // the image, units of systemd, commands of an operator
  'test/deploy/**',
  // servers that partners test with
  'test/{mock,sandbox}/**',
  // processes that are killed, full disks, other faults; but not the short ones
  'test/faults/!(attachments|clock|tls-counts).test.ts',
  'test/faults/postgres/**',
  'test/{receiving,smtp,tracking}/**/killed.test.ts',
  'test/webhooks/faults/**',
  // several processes or servers on one database
  'test/{logs,queue,server,webhooks}/postgres/several.test.ts',
  'test/delivery/postgres/pauses.test.ts',
  'test/{inboxes,oauth,unsubscribe}/postgres/two-servers.test.ts',
  'test/server/postgres/replays.test.ts',
  'test/store/postgres/{connections,migrate,move,moved-server,rolling-upgrade,two-processes}.test.ts',
  // a database for each test
  'test/store/postgres/months.test.ts',
  // bodies and answers of many megabytes that come or go slowly
  'test/attachments/large.test.ts',
  'test/http/large-answers.test.ts',
  'test/receiving/hostile.test.ts',
  // random graphs, each simulated and then run
  'test/automations/jobs/simulation.test.ts',
  // commands about the contract, as processes
  'test/contract/{diff,options}.test.ts',
]

/** In `npm run faults` alone, as they take an hour. */
const LONG = ['test/faults/long/**']

/**
 * Tests of what there is once in a process, or that change it: a file has a process of its own. All others share theirs
 * with files before them, as loading the server takes 2 s of a core.
 */
const ALONE = [
  // the environment and the console
  'test/clients/code-samples.test.ts',
  // a builtin that is exchanged
  'test/browser/account.test.ts',
  'test/http/warm-up.test.ts',
  // the driver of the database
  'test/faults/disk.test.ts',
  // its memory, or what all servers of a process have together
  'test/clients/own-sdk.test.ts',
  'test/http/large-answers.test.ts',
  'test/http/large-bodies.test.ts',
  'test/attachments/large.test.ts',
  // every statement that was declared
  'test/store/dialects.test.ts',
  'test/store/team-names.test.ts',
]

/** Walks through the product's main ways, for which it is seen that each unit of work may run twice. */
const RUN_TWICE = [
  'test/automations/jobs/automations.test.ts',
  'test/delivery/jobs/delivery.test.ts',
  'test/queue/jobs/queue.test.ts',
  'test/contacts/contract/contacts.test.ts',
  'test/oauth/contract/token.test.ts',
  'test/oauth/contract/confidential.test.ts',
  'test/oauth/contract/device.test.ts',
  'test/oauth/contract/dpop/token.test.ts',
]

/** What is about one of the databases alone. */
const POSTGRES_ONLY = ['test/*/postgres/**']
const SQLITE_ONLY = ['test/store/sqlite/**']

/** What runs once more on PostgreSQL: stores, the queue, jobs of the main ways, and one walk through all operations. */
const ON_BOTH = [
  'test/store/*.test.ts',
  'test/*/store.test.ts',
  'test/*/store/**',
  'test/queue/jobs/**',
  'test/{automations,broadcasts,delivery,receiving}/jobs/{automations,sending,delivery,reading}.test.ts',
  'test/oauth/*/store.test.ts',
  'test/signals/*.test.ts',
  'test/server/{sweep,walk}.test.ts',
]

/** What `npm run check` runs there besides: all jobs, all of the contract, and what the pages read and write. */
const CHECKED_ON_BOTH = [
  'test/*/jobs.test.ts',
  'test/*/jobs/**',
  'test/*/contract.test.ts',
  'test/*/contract/**',
  'test/browser/{page,automations,inboxes}.test.ts',
  'test/oauth/device/page.test.ts',
]

/**
 * Tests of contracts and jobs in which the database is beside the point: what is refused before it is asked, the engine, and
 * what is larger rather than other. `ON_POSTGRES=all npx vitest run --project '*postgres'` runs them there, too.
 */
const BESIDE_THE_POINT = [
  'test/contract/**',
  'test/oauth/contract/{bad-input,reach,discovery,descriptions,settings}.test.ts',
  'test/metrics/contract.test.ts',
  'test/automations/contract/simulation.test.ts',
  'test/automations/jobs/{simulation,parallel,steps,http-request}.test.ts',
  'test/contacts/jobs.test.ts',
  // what servers of files say, and what is written into and over a mail that goes out
  'test/attachments/jobs/{fetching,delivery}.test.ts',
  'test/unsubscribe/jobs/headers.test.ts',
  'test/domains/jobs/signing.test.ts',
  // what other servers say, of mail and of names
  'test/delivery/jobs/{matrix,direct-tls}.test.ts',
  'test/delivery/contract/relay.test.ts',
  'test/domains/jobs/{checks,mail-host}.test.ts',
  // what is said at the doors of mail
  'test/smtp/contract/{starttls,submission,return-path}.test.ts',
]

/** Projects of vitest, in which a file runs once each. */
export const PROJECTS = ['once', 'alone', 'twice', 'postgres', 'check-once', 'check-alone', 'check-postgres'] as const
export type Project = (typeof PROJECTS)[number]

/** Of which projects a file is; `npm test` runs those whose names do not begin with `check`. */
export function projectsOf(file: string): Project[] {
  const is = (patterns: readonly string[]): boolean => patterns.some(pattern => path.posix.matchesGlob(file, pattern))
  if (is(LONG)) return []
  const checked = is(CHECK_ONLY)
  const found: Project[] = []
  if (!is(POSTGRES_ONLY)) {
    if (is(ALONE)) found.push(checked ? 'check-alone' : 'alone')
    else found.push(checked ? 'check-once' : 'once')
  }
  if (is(RUN_TWICE)) found.push('twice')
  if (is(SQLITE_ONLY) || is(ALONE) || (is(BESIDE_THE_POINT) && process.env.ON_POSTGRES !== 'all')) return found
  if (is(POSTGRES_ONLY) || is(ON_BOTH)) found.push(checked ? 'check-postgres' : 'postgres')
  else if (is(CHECKED_ON_BOTH)) found.push('check-postgres')
  return found
}

/** All files of tests, with `/` between folders. */
export const testFiles = (): string[] =>
  globSync('test/**/*.test.ts')
    .map(file => file.replaceAll('\\', '/'))
    .toSorted()
