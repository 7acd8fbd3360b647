// `npm run lint` checks whether input can keep a regular expression busy: our own ones would block the event loop, and
// those of the contract the validators of partners.
import { readFileSync, readdirSync } from 'node:fs'
import { BOUNDED } from './bounded.ts'
import { regexesOfDocument, regexesOfSource } from './collect.ts'
import { regexFaults } from './judge.ts'

const FOLDERS = ['src', 'sdk/src']
const DOCUMENTS = ['generated/openapi.json']

const sources = FOLDERS.flatMap(folder =>
  readdirSync(folder, { recursive: true })
    .map(file => `${folder}/${String(file).replaceAll('\\', '/')}`)
    .filter(file => /\.[jt]s$/.test(file)),
)
const collected = sources.map(file => regexesOfSource(file, readFileSync(file, 'utf8')))
const stated = DOCUMENTS.flatMap(file => regexesOfDocument(file, readFileSync(file, 'utf8')))
const regexes = [...collected.flatMap(each => each.regexes), ...stated]
const faults = await regexFaults({ regexes, unknown: collected.flatMap(each => each.unknown) }, BOUNDED)
if (faults.length > 0) {
  console.error(`Regular expressions that are vulnerable to ReDoS:\n\n${faults.join('\n\n')}`)
  process.exit(1)
}
// the checker's own process would continue for a while
process.exit(0)
