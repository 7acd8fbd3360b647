// The test sets. `npm test` is for newcomers: rules, contract, jobs and stores of all modules; on PostgreSQL the
// stores, the queue and the main paths. `npm run check`, which decides what is merged, runs all tests: those and the
// ones listed below. A file that is not listed here is part of `npm test`.
import { globSync } from 'node:fs'
import path from 'node:path'

/** Only in `npm run check`: needs a browser, many processes or much time, or tests external programs. */
const CHECK_ONLY = [
  // third-party clients, our own SDK, samples of the documentation, commands as processes
  'test/clients/**',
  // Chromium, and all pages of the documentation
  'test/browser/{chromium*,automations,docs,imports}.test.ts',
  // the image, systemd units, commands of an operator
  'test/deploy/**',
  // third-party servers
  'test/{mock,sandbox}/**',
  // killed processes, full disks, other faults; except the short ones
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
  // a database per test
  'test/store/postgres/months.test.ts',
  // slow requests and responses of many megabytes
  'test/attachments/large.test.ts',
  'test/http/large-responses.test.ts',
  'test/receiving/hostile.test.ts',
  // random graphs, each simulated and then run
  'test/automations/jobs/simulation.test.ts',
  // contract commands, as processes
  'test/contract/{diff,options}.test.ts',
]

/** Only in `npm run faults`, because they take an hour. */
const LONG = ['test/faults/long/**']

/**
 * Tests that use or change process-wide state: each file has a separate process. All others share theirs with earlier
 * files, because loading the server takes 2 s of a core.
 */
const ALONE = [
  // the environment and the console
  'test/clients/code-samples.test.ts',
  // a replaced builtin
  'test/browser/account.test.ts',
  // the database driver
  'test/faults/disk.test.ts',
  // its memory, or state that all servers of a process share
  'test/clients/own-sdk.test.ts',
  'test/http/large-responses.test.ts',
  'test/http/large-bodies.test.ts',
  'test/attachments/large.test.ts',
  // every declared statement
  'test/store/dialects.test.ts',
  'test/store/team-names.test.ts',
]

/** Walks through the main paths of the product, which check that each unit of work may run twice. */
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

/** Tests of only one of the databases. */
const POSTGRES_ONLY = ['test/*/postgres/**']
const SQLITE_ONLY = ['test/store/sqlite/**']

/** Runs once more on PostgreSQL: stores, the queue, jobs of the main paths, and one walk through all operations. */
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

/**
 * Runs in `npm run check` on PostgreSQL in addition: all jobs, the whole contract, and the reads and writes of pages.
 */
const CHECKED_ON_BOTH = [
  'test/*/jobs.test.ts',
  'test/*/jobs/**',
  'test/*/contract.test.ts',
  'test/*/contract/**',
  'test/browser/{page,automations,inboxes}.test.ts',
  'test/oauth/device/page.test.ts',
]

/**
 * Contract and job tests that do not depend on the database: requests that are rejected before a query, the engine, and
 * cases that differ only in size. `ON_POSTGRES=all npx vitest run --project '*postgres'` runs them there, too.
 */
const BESIDE_THE_POINT = [
  'test/contract/**',
  'test/oauth/contract/{bad-input,reach,discovery,descriptions,settings}.test.ts',
  'test/metrics/contract.test.ts',
  'test/automations/contract/simulation.test.ts',
  'test/automations/jobs/{simulation,parallel,steps,http-request}.test.ts',
  'test/contacts/jobs.test.ts',
  // responses of file servers, and changes to the content of outgoing emails
  'test/attachments/jobs/{fetching,delivery}.test.ts',
  'test/unsubscribe/jobs/headers.test.ts',
  'test/domains/jobs/signing.test.ts',
  // replies of mail servers and name servers
  'test/delivery/jobs/{matrix,direct-tls}.test.ts',
  'test/delivery/contract/relay.test.ts',
  'test/domains/jobs/{checks,mail-host}.test.ts',
  // SMTP conversations with this server
  'test/smtp/contract/{starttls,submission,return-path}.test.ts',
]

/** Projects of vitest, in each of which a file runs once. */
export const PROJECTS = ['once', 'alone', 'twice', 'postgres', 'check-once', 'check-alone', 'check-postgres'] as const
export type Project = (typeof PROJECTS)[number]

/** The projects of a file; `npm test` runs those whose names do not start with `check`. */
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

/** All test files, with `/` between folders. */
export const testFiles = (): string[] =>
  globSync('test/**/*.test.ts')
    .map(file => file.replaceAll('\\', '/'))
    .toSorted()
