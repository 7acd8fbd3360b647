// Checks of a received email: DNS servers and limits.
import { expect, it } from 'vitest'
import { NameServers } from '../../src/inbound/receiving/checking/name-servers/actions.ts'
import { withFewSignatures } from '../../src/inbound/receiving/checking/signatures.ts'
import type { Dns, DnsAnswer, DnsKind } from '../../src/base/net/dns.ts'

it('unresponsive name servers delay only the first emails until one responds', async () => {
  const answers = new Map<string, (answer: DnsAnswer<DnsKind>) => void>()
  const client = {
    query: (_, name) => new Promise(resolve => answers.set(name, resolve as never)),
  } as Pick<Dns, 'query'>
  const servers = new NameServers([], client)
  const askFor = async (limit_ms: number, name: string): Promise<DnsAnswer<DnsKind>> => {
    const asking = servers.askFor(limit_ms)
    const answer = await asking.ask(name, 'TXT')
    asking.end()
    return answer
  }
  for (let mail = 0; mail < 5; mail++) expect(await askFor(1, `a${mail}.example`)).toHaveProperty('trouble')
  // without the limit this would time out
  expect(await askFor(600_000, 'b.example')).toHaveProperty('trouble')
  answers.get('a0.example')!({ none: 'name', authentic: false })
  await new Promise(resolve => setImmediate(resolve))
  const asked = askFor(600_000, 'c.example')
  // longer than the wait for unresponsive servers
  setTimeout(() => answers.get('c.example')!({ none: 'record', authentic: false }), 500)
  expect(await asked).toEqual({ none: 'record', authentic: false })
})

const signature = (number: number): string => `DKIM-Signature: v=1; d=d${number}.example;\r\n\tb=x\r\n`
const signatures = (count: number): string => Array.from({ length: count }, (_, number) => signature(number)).join('')

it.each([
  ['no signature', 'From: a@b.example\r\n\r\nx', 0],
  ['no content', '', 0],
  ['five signatures', `${signatures(5)}From: a@b.example\r\n\r\n${signatures(20)}`, 25],
  ['more signatures', `${signatures(500)}From: a@b.example\r\n\r\n${signatures(20)}`, 25],
  ['more signatures and no body', signatures(500), 5],
])('checks a few signatures of an email with %s and keeps the rest', (_, mail, count) => {
  const bounded = withFewSignatures(Buffer.from(mail)).toString()
  expect(bounded.split('DKIM-Signature:')).toHaveLength(count + 1)
  expect(bounded.replaceAll(/DKIM-Signature:.*\r\n\t.*\r\n/g, '')).toBe(
    mail.replaceAll(/DKIM-Signature:.*\r\n\t.*\r\n/g, ''),
  )
})
