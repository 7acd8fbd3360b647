// A program with the published SDK that claims a domain of another team. It has only RESEND_BASE_URL and
// RESEND_API_KEY, and polls until the claim is complete. The test updates DNS in the meantime.
import { setTimeout } from 'node:timers/promises'
import { printAnswer, printAnswers, resend } from '../support/printed-answers.ts'

const TRIES = 600
const PAUSE_MS = 100

const { data: claim } = await printAnswer('create', resend.domains.claims.create({ name: 'claimed.example' }))
await printAnswer('create again', resend.domains.claims.create({ name: 'claimed.example' }))
const id = claim!.domain_id!
await printAnswer('get', resend.domains.claims.get(id))
await printAnswer('verify', resend.domains.claims.verify(id))
for (let tries = 0; tries < TRIES; tries++) {
  const { data } = await printAnswer('completed', resend.domains.claims.get(id))
  if (data!.status === 'completed') break
  await setTimeout(PAUSE_MS)
  await resend.domains.claims.verify(id)
}
await printAnswer('verify domain', resend.domains.verify(id))
for (let tries = 0; tries < TRIES; tries++) {
  const { data } = await printAnswer('domain', resend.domains.get(id))
  if (data!.status === 'verified') break
  await setTimeout(PAUSE_MS)
  await resend.domains.verify(id)
}

printAnswers()
