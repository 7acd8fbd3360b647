// docs/sdks.md: what takes the contract, by which command. The versions are those of the lock files, the commands those
// that are run, so the page cannot say what was not tried.
import { foreignTools } from './foreign.ts'
import { type Linter, type Tool, linters, npmTools } from './tools.ts'

const HEAD = `# Clients from the contract

<!-- Written by \`npm run generate\` from contract/tools.ts and the lock files; do not edit. -->

The contract is at \`/openapi.json\` of every server and taken as it is by what stands here. Each generator is tried by
\`npm run contract\`: it writes a client with the command given, the client compiles together with a driver under \`strict\`,
and the driver sends an email, reads it, patches an automation (its graph, then its name and status), is refused with a 422
whose fields it knows, and pages through a list, all with typed answers and without a cast. The drivers are examples of how
the clients are used. \`npm run contract -- orval\` tries one, \`npm run contract -- --all\` also those that need Java, Go or
Python. To get the contract:

\`\`\`sh
curl -sS $URL/openapi.json -o openapi.json
\`\`\`
`

const TAIL = `
All commands are run beside \`openapi.json\`. For another of the same kind, what makes the difference in most tools is that
literals become unions (or constants of a type) and not enums with made-up names, and that a refusal is an answer with a
type and not an exception without one.
`

const row = (...cells: string[]): string => `| ${cells.join(' | ')} |`

function toolRow({ id, version, command, note, language }: Tool): string {
  const driver = `[${id}](../contract/${id})`
  return row(driver, language, version, `\`${command}\`${note === undefined ? '' : `, ${note}`}`, 'compiles, all calls')
}

const linterRow = ({ id, version, command, files }: Linter): string =>
  row(id, '', version, `\`${command}\``, `no error, no warning ([rules](../contract/${files[0]}))`)

export function sdksPage(): string {
  const rows = [
    row('Tool', 'For', 'Version', 'Command', 'Result'),
    row('---', '---', '---', '---', '---'),
    ...[...npmTools, ...foreignTools].map(toolRow),
    ...linters.map(linterRow),
  ]
  return `${HEAD}\n${rows.join('\n')}\n${TAIL}`
}
