// Domains verified with records in a name server, as users do it.
import type { Names } from './dns.ts'
import type { TestServer } from './server.ts'
import { waitUntil } from './wait-until.ts'

interface ShownRecord {
  record: string
  type: 'TXT' | 'MX' | 'CNAME'
  host: string
  value: string
  priority?: number
}

interface Tracked {
  open_tracking?: boolean
  click_tracking?: boolean
}

/** Adds records to the names of a name server. */
export function addRecords(zone: Record<string, Names | 'SERVFAIL' | 'silent'>, records: readonly ShownRecord[]): void {
  for (const { type, host, value, priority } of records) {
    const has = typeof zone[host] === 'object' ? zone[host] : {}
    zone[host] = { ...has, [type]: [...(has[type] ?? []), type === 'MX' ? `${priority} ${value}` : value] }
  }
}

/** Adds a domain and its records, waits until it is verified, and returns it. */
export async function aVerifiedDomain(
  { call, key: own }: TestServer,
  zone: Parameters<typeof addRecords>[0],
  name: string,
  {
    key = own,
    ...more
  }: { key?: string; capabilities?: object; tls?: string; tracking_subdomain?: string } & Tracked = {},
  // oxlint-disable-next-line typescript/no-explicit-any -- an answer
): Promise<any> {
  const made = await call('POST', '/domains', { key, body: { name, ...more } })
  if (made.status !== 201) throw new Error(`${name} was not added: ${JSON.stringify(made.body)}`)
  addRecords(zone, made.body.records)
  await call('POST', `/domains/${made.body.id}/verify`, { key })
  const domain = async () => (await call('GET', `/domains/${made.body.id}`, { key })).body
  await waitUntil(async () => (await domain()).status === 'verified')
  return domain()
}
