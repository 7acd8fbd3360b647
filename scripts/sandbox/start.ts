// `npm run sandbox`: starts a sandbox and prints how to use it.
import type { Logger } from 'pino'
import { ADMIN, FULL_KEY, SENDING_KEY } from './beginning.ts'
import { sandboxConfig, startSandbox } from './sandbox.ts'

export const sandbox = { configOf: sandboxConfig, start: greetedSandbox }

async function greetedSandbox(
  env: Record<string, string | undefined>,
  log: Logger,
): Promise<{ stop(): Promise<void>; greeting: string }> {
  const { url, stop } = await startSandbox(env, log)
  const greeting = `
A sandbox is ready. It sends no email, and its data is deleted when it stops.

  Address        ${url}
  API key        ${FULL_KEY}
  Sending only   ${SENDING_KEY}
  Administrator  ${ADMIN.email}
  Password       ${ADMIN.password}

  curl ${url}/sandbox/emails
  curl ${url}/sandbox/clock -H 'Authorization: Bearer ${FULL_KEY}' -H 'Content-Type: application/json' -d '{"advance":"30 days"}'
  curl ${url}/sandbox/reset -H 'Authorization: Bearer ${FULL_KEY}' -H 'Content-Type: application/json' -d '{}'
`
  return { stop, greeting }
}
