// docs/sdks.md: the tools that accept the contract, with their commands. Versions are from the lock files, commands
// from the test runs and results from the last run, so the page lists only tested combinations.
import { foreignTools } from './foreign.ts'
import { type Results, readResults, resultOf } from './results.ts'
import { type Linter, type Tool, linters, npmTools } from './tools.ts'

const HEAD = `# Clients from the contract

<!-- Written by \`npm run contract\` (results in contract/results.json) and by \`npm run generate\`; do not edit. -->

Every server publishes the contract at \`/openapi.json\`. The tools below use it unchanged. \`npm run contract\` tests each
generator: it generates a client with the command and compiles it together with a driver in strict mode. The driver then sends
an email, reads it, updates an automation (its graph, then its name and status), receives a 422 error with typed fields, and
pages through a list. All responses are typed and need no casts. Use the drivers as examples for your own code.

\`npm run contract -- orval\` tests one tool, and \`npm run contract -- --all\` also those that require Java, Go or Python. Each
result has a date and the first digits of \`sha256sum openapi.json\`. \`npm run check\` repeats a test if its contract, version,
command or driver has changed. To download the contract:

\`\`\`sh
URL=http://localhost:3000
curl -fsS $URL/openapi.json -o openapi.json
\`\`\`
`

const TAIL = `
Run all commands in the folder of \`openapi.json\`. For other generators, choose options that generate literal unions (or typed
constants) instead of enums, and typed error responses instead of untyped exceptions.
`

const row = (...cells: string[]): string => `| ${cells.join(' | ')} |`

function toolRow(tool: Tool, results: Results): string {
  const { id, version, command, note, language } = tool
  const asked = `\`${command}\`${note === undefined ? '' : `, ${note}`}`
  return row(`[${id}](../contract/${id})`, language, version, asked, ...found(tool, 'compiles, all calls', results))
}

function linterRow(linter: Linter, results: Results): string {
  const { id, version, command, files } = linter
  const good = `no error, no warning ([rules](../contract/${files[0]}))`
  return row(id, '', version, `\`${command}\``, ...found(linter, good, results))
}

/** The result of the last run, with its date and contract version. */
function found(tool: Tool | Linter, good: string, results: Results): string[] {
  const tried = resultOf(tool, results)
  if (!tried) return ['**not tested**', '']
  return [tried.fault === null ? good : `**${tried.fault}**`, `${tried.on} \`${tried.contract}\``]
}

export function sdksPage(results = readResults()): string {
  const rows = [
    row('Tool', 'For', 'Version', 'Command', 'Result', 'Tested'),
    row('---', '---', '---', '---', '---', '---'),
    ...[...npmTools, ...foreignTools].map(tool => toolRow(tool, results)),
    ...linters.map(linter => linterRow(linter, results)),
  ]
  return `${HEAD}\n${rows.join('\n')}\n${TAIL}`
}
