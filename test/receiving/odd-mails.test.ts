// Randomly damaged emails, parsed and checked: each is processed, and no attachment is larger than the email.
import { expect, it } from 'vitest'
import { checkInThread, readInThread } from '../../src/inbound/receiving/in-threads/actions.ts'
import { chanceOf, oddMail } from '../support/odd-mails.ts'

const MAILS = 400

it('parses and checks each email', async () => {
  const chance = chanceOf(2_611)
  for (let number = 0; number < MAILS; number++) {
    const bytes = oddMail(chance)
    const step = 1 + chance(500)
    const mail = {
      team_id: 'a',
      bytes: bytes.length,
      pieces: async function* () {
        for (let at = 0; at < bytes.length; at += step) yield bytes.subarray(at, at + step)
      },
    }
    let stored = 0
    const about = { ip: '192.0.2.1', helo: 'x', sender: '', mail_host: 'mx.example.org', dns_servers: ['127.0.0.1:9'] }
    const [read] = await Promise.all([
      readInThread(mail, async ({ data }) => void (stored += data.length)),
      number % 10 === 0 ? checkInThread(mail, about) : undefined,
    ])
    expect(stored, `mail ${number}`).toBeLessThanOrEqual(bytes.length)
    expect(read.files.reduce((sum, { size }) => sum + size, 0)).toBe(stored)
    expect(JSON.stringify(read)).not.toContain('\\u0000')
  }
})
