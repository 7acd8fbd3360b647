// `npm run verify -- --base-url https://mail.example --api-key re_...`: verifies a deployment of the API against the
// contract. Exits with 0 if every response was as documented, 1 if not, 2 if it could not run, 130 if interrupted.
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type Answer, send } from './client.ts'
import { type Contract, readContract } from './contract.ts'
import { junitReport } from './junit.ts'
import { failed, textReport } from './report.ts'
import { type Options, verify } from './run.ts'

const USAGE = `Usage: npm run verify -- --base-url <URL> [--api-key <key>] [options]

  --base-url <URL>       URL of the API (or LETTERMILL_URL)
  --api-key <key>        a full-access key (or LETTERMILL_API_KEY, which keeps it out of process lists)
  --tag <tag>            only operations with this tag, such as Emails; can be repeated
  --operation <id>       only this operation, such as getEmail; can be repeated
  --junit <file>         also write the result as JUnit XML
  --from, --to <address> sender and recipient of the test emails
                         (verify@example.com and delivered@example.com)`

interface Command extends Omit<Options, 'signal'> {
  junit: string | undefined
}

class Misuse extends Error {}

function commandOf(argv: string[], env: NodeJS.ProcessEnv, contract: Contract): Command {
  const several = { type: 'string', multiple: true } as const
  const options = { 'base-url': { type: 'string' }, 'api-key': { type: 'string' }, junit: { type: 'string' } } as const
  const addresses = { from: { type: 'string' }, to: { type: 'string' } } as const
  const { values } = parseArgs({ args: argv, options: { ...options, ...addresses, tag: several, operation: several } })
  const base_url = values['base-url'] ?? env.LETTERMILL_URL
  const api_key = values['api-key'] ?? env.LETTERMILL_API_KEY
  const scheme = URL.parse(base_url ?? '')?.protocol
  if (!base_url || (scheme !== 'http:' && scheme !== 'https:'))
    throw new Misuse(`${base_url ? 'Invalid' : 'Missing'} --base-url. It must be the URL of the API.`)
  if (!api_key) throw new Misuse('Missing --api-key. It must be a full-access API key.')
  const choice = { tags: values.tag ?? [], operations: values.operation ?? [] }
  const operations = [...contract.operations.values()]
  const known = { tag: [...new Set(operations.map(({ tag }) => tag))], operation: operations.map(({ id }) => id) }
  checkChoice('tag', choice.tags, known.tag)
  checkChoice('operation', choice.operations, known.operation)
  const { junit, from = 'Verify <verify@example.com>', to = 'delivered@example.com' } = values
  return { base_url, api_key, choice, junit, from, to }
}

function checkChoice(kind: string, chosen: readonly string[], known: readonly string[]): void {
  const unknown = chosen.find(each => !known.some(name => name.toLowerCase() === each.toLowerCase()))
  if (unknown === undefined) return
  throw new Misuse(`Unknown ${kind}: ${unknown}. Allowed: ${known.join(', ')}.`)
}

/** The first signal ends the run cleanly, the second immediately. */
function interruption(): AbortSignal {
  const controller = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (controller.signal.aborted) process.exit(130)
      console.error('Stopping and deleting created objects. Interrupt again to exit immediately.')
      controller.abort()
    })
  }
  return controller.signal
}

/** A list that every team has, and that requires full access. */
const KEYS = '/api-keys?limit=1'

/** With an invalid key nearly all checks would fail without a result about the deployment. */
async function checkAccess(base_url: string, api_key: string): Promise<void> {
  const { status, body } = await firstAnswer(base_url, api_key)
  if (status !== 401 && status !== 403) return
  const { message } = (body ?? {}) as { message?: unknown }
  throw new Misuse(`${base_url} returned ${status} for this API key, which must have full access: ${String(message)}`)
}

async function firstAnswer(base_url: string, api_key: string): Promise<Answer> {
  try {
    return await send(base_url, { method: 'GET', path: KEYS, headers: { authorization: `Bearer ${api_key}` } })
  } catch (error) {
    const { message, cause } = error as Error
    throw new Misuse(`No response from ${base_url}: ${cause instanceof Error ? cause.message || cause.name : message}`)
  }
}

/** Checked before anything is created. */
function checkWritable(file: string): void {
  try {
    writeFileSync(file, '')
  } catch (error) {
    throw new Misuse(`Cannot write the --junit file: ${(error as Error).message}`)
  }
}

async function main(): Promise<number> {
  if (process.argv.includes('--help')) {
    console.log(USAGE)
    return 0
  }
  const contract = readContract()
  const { junit, ...options } = commandOf(process.argv.slice(2), process.env, contract)
  await checkAccess(options.base_url, options.api_key)
  if (junit !== undefined) checkWritable(junit)
  const result = await verify({ ...options, signal: interruption() }, contract)
  console.log(textReport(result))
  if (junit !== undefined) writeFileSync(junit, junitReport(result))
  if (result.interrupted) return 130
  return failed(result) ? 1 : 0
}

try {
  process.exitCode = await main()
} catch (error) {
  const misuse = error instanceof Misuse || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS')
  if (!misuse) throw error
  console.error(`${(error as Error).message}\n\n${USAGE}`)
  process.exitCode = 2
}
