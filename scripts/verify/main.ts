// `npm run verify -- --base-url https://mail.example --api-key re_...`: the contract against a deployment of the wire.
// Ends with 0 when every answer was as documented, 1 when not, 2 when it could not be run, 130 when interrupted.
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type Contract, readContract } from './contract.ts'
import { junitReport } from './junit.ts'
import { failed, textReport } from './report.ts'
import { type Options, verify } from './run.ts'

const USAGE = `npm run verify -- --base-url <URL> [--api-key <key>] [options]

  --base-url <URL>       where the API is (or LETTERMILL_URL)
  --api-key <key>        a key with full access (or LETTERMILL_API_KEY, which no list of processes shows)
  --tag <tag>            only these operations, such as Emails; may come several times
  --operation <id>       only this operation, such as getEmail; may come several times
  --junit <file>         writes the result as JUnit XML, too
  --from, --to <address> sender and recipient of the emails that are sent
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
  if (!base_url || !URL.canParse(base_url)) throw new Misuse('--base-url must be the URL of the API.')
  if (!api_key) throw new Misuse('--api-key must be an API key with full access.')
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
  throw new Misuse(`There is no ${kind} ${JSON.stringify(unknown)}. There are: ${known.join(', ')}.`)
}

/** The first signal ends the run in order, the second at once. */
function interruption(): AbortSignal {
  const controller = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (controller.signal.aborted) process.exit(130)
      console.error('Stopping; what was made is being removed. Once more ends at once.')
      controller.abort()
    })
  }
  return controller.signal
}

async function checkReachable(base_url: string): Promise<void> {
  try {
    await fetch(base_url, { redirect: 'manual', signal: AbortSignal.timeout(10_000) })
  } catch (error) {
    const { message, cause } = error as Error
    throw new Misuse(`${base_url} does not answer: ${cause instanceof Error ? cause.message || cause.name : message}`)
  }
}

async function main(): Promise<number> {
  const contract = readContract()
  const { junit, ...options } = commandOf(process.argv.slice(2), process.env, contract)
  await checkReachable(options.base_url)
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
