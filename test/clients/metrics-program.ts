// A program with the published SDK that reads metrics.
import { Resend } from 'resend'

const resend = new Resend()

const plain = await resend.emails.metrics()
const today = await resend.emails.metrics({
  startDate: new Date(Date.now() - 3_600_000).toISOString(),
  timezone: 'Europe/Berlin',
  granularity: 'daily',
  metrics: ['sent', 'delivered', 'delivery_rate'],
  dimensions: ['period', 'domain'],
})
const refused = await resend.emails.metrics({ startDate: 'yesterday' })

console.log(JSON.stringify({ plain, today, refused }))
