// docs/sdks.md: the tools that accept the contract, with their commands. Versions come from the lock files, commands
// from the test runs and results from the last run, so the page claims nothing that was not tested.
import { foreignTools } from './foreign.ts'
import { type Results, readResults, resultOf } from './results.ts'
import { type Linter, type Tool, linters, npmTools } from './tools.ts'

const HEAD = `# Clients from the contract

<!-- Written by \`npm run contract\` from what it found (contract/results.json), and by \`npm run generate\`; do not edit. -->

The contract is at \`/openapi.json\` of every server and taken as it is by what stands here. Each generator is tried by
\`npm run contract\`: it writes a client with the command given, the client compiles together with a driver under \`strict\`,
and the driver sends an email, reads it, patches an automation (its graph, then its name and status), is refused with a 422
whose fields it knows, and pages through a list, all with typed answers and without a cast. The drivers are examples of how
the clients are used. \`npm run contract -- orval\` tries one, \`npm run contract -- --all\` also those that need Java, Go or
Python. Each result is of the day and of the contract that it names, by the first digits of \`sha256sum openapi.json\`;
\`npm run check\` tries again what the contract, a version, a command or a driver changed for. To get the contract:

\`\`\`sh
URL=http://localhost:3000
curl -fsS $URL/openapi.json -o openapi.json
\`\`\`
`

const TAIL = `
All commands are run beside \`openapi.json\`. For another of the same kind, what makes the difference in most tools is that
literals become unions (or constants of a type) and not enums with made-up names, and that a refusal is an answer with a
type and not an exception without one.
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
  if (!tried) return ['**not tried**', '']
  return [tried.fault === null ? good : `**${tried.fault}**`, `${tried.on} \`${tried.contract}\``]
}

export function sdksPage(results = readResults()): string {
  const rows = [
    row('Tool', 'For', 'Version', 'Command', 'Result', 'Tried'),
    row('---', '---', '---', '---', '---', '---'),
    ...[...npmTools, ...foreignTools].map(tool => toolRow(tool, results)),
    ...linters.map(linter => linterRow(linter, results)),
  ]
  return `${HEAD}\n${rows.join('\n')}\n${TAIL}`
}
