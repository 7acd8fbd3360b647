// A program with the published SDK that claims a domain of another team. It has only RESEND_BASE_URL and
// RESEND_API_KEY, and polls until the claim is complete. The test updates DNS in the meantime.
import { setTimeout } from 'node:timers/promises'
import { ask, printAnswers, resend } from '../support/asking.ts'

const TRIES = 600
const PAUSE_MS = 100

const { data: claim } = await ask('create', resend.domains.claims.create({ name: 'claimed.example' }))
await ask('create again', resend.domains.claims.create({ name: 'claimed.example' }))
const id = claim!.domain_id!
await ask('get', resend.domains.claims.get(id))
await ask('verify', resend.domains.claims.verify(id))
for (let tries = 0; tries < TRIES; tries++) {
  const { data } = await ask('completed', resend.domains.claims.get(id))
  if (data!.status === 'completed') break
  await setTimeout(PAUSE_MS)
  await resend.domains.claims.verify(id)
}
await ask('verify domain', resend.domains.verify(id))
for (let tries = 0; tries < TRIES; tries++) {
  const { data } = await ask('domain', resend.domains.get(id))
  if (data!.status === 'verified') break
  await setTimeout(PAUSE_MS)
  await resend.domains.verify(id)
}

printAnswers()
