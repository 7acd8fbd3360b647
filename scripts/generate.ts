// Turns what the TypeSpec compiler wrote into what the project ships: a checked generated/openapi.json, the same contract
// for older tools and as types (generated/openapi-3.0.json and api.ts), and says what of the wire it covers. Run by
// `npm run generate`.
import { readFileSync, writeFileSync } from 'node:fs'
import { Validator } from '@seriousme/openapi-schema-validator'
import { sdksPage } from '../contract/page.ts'
import { apiTypes } from './api-types.ts'
import { addCodeSamples } from './code-samples.ts'
import { inOpenApi30 } from './contract/older.ts'
import { parameterExamples } from './contract/parameter-examples.ts'
import { plainSchemas, withoutUnused } from './contract/plain-schemas.ts'
import { sharedErrors } from './contract/shared-errors.ts'
import { faultsOf } from './contract-rules.ts'
import { type WireOperation, coveragePage, unservedOperations } from './coverage.ts'
import { type Json, methodsOf } from './openapi.ts'

const SCOPES: Record<string, string> = {
  full_access: 'Everything the API offers for the team, sending included.',
  'emails:send': 'Sending only: POST /emails and its aliases, and sending a broadcast.',
}

const file = (name: string): URL => new URL(`../generated/${name}`, import.meta.url)

/** Every operation that reads fields or parameters can answer it, so it is said in one place. */
const WARNING: Json = {
  description:
    'An extension: names up to five fields or parameters that were ignored and look like one that is read, such as ' +
    '`unknown field "replyTo" ignored; did you mean "reply_to"?`; several are separated by commas.',
  schema: { type: 'string' },
}

function addWarning(operation: Json): void {
  const reads = operation.requestBody ?? operation.parameters?.some((each: Json) => each.in === 'query' || each.$ref)
  if (!reads) return
  for (const [status, answer] of Object.entries<Json>(operation.responses)) {
    if (status >= '300') continue
    answer.headers = { ...answer.headers, 'X-Lettermill-Warning': { $ref: '#/components/headers/Warning' } }
  }
}

/** Of a deprecated operation, from its `x-deprecated-at` and `x-sunset`. */
const DEPRECATION: Json = {
  description: 'Since when the operation is deprecated (RFC 9745): `@` and the seconds since 1970.',
  schema: { type: 'string', pattern: '^@[0-9]+$' },
}
const SUNSET: Json = {
  description: 'When the operation may end (RFC 8594).',
  schema: { type: 'string' },
}

function addDeprecation(operation: Json): void {
  if (!operation.deprecated) return
  const headers = {
    Deprecation: { $ref: '#/components/headers/Deprecation' },
    Sunset: { $ref: '#/components/headers/Sunset' },
  }
  for (const [status, answer] of Object.entries<Json>(operation.responses))
    if (status < '300') answer.headers = { ...answer.headers, ...headers }
}

/** What TypeSpec cannot say itself. */
function finish(document: Json): Json {
  for (const { operation } of methodsOf(document)) {
    // the emitter prefixes an operation's name with its interface; the contract's name is the operation's alone
    operation.operationId = String(operation.operationId).split('_').at(-1)
    if (operation['x-rules'] !== 'own') addWarning(operation)
    addDeprecation(operation)
  }
  document.components.headers = { Warning: WARNING, Deprecation: DEPRECATION, Sunset: SUNSET }
  for (const scheme of Object.values<Json>(document.components.securitySchemes)) {
    for (const flow of Object.values<Json>(scheme.flows ?? {})) {
      flow.scopes = Object.fromEntries(Object.keys(SCOPES).map(scope => [scope, SCOPES[scope]]))
    }
  }
  plainSchemas(document)
  parameterExamples(document)
  sharedErrors(document)
  withoutUnused(document)
  return document
}

const document = finish(JSON.parse(readFileSync(file('openapi.json'), 'utf8')))
const wire: WireOperation[] = JSON.parse(readFileSync(new URL('../spec/wire.json', import.meta.url), 'utf8'))
addCodeSamples(document, wire)
const older = inOpenApi30(document)

/** What keeps a document from being OpenAPI. */
async function invalidities(name: string, given: Json): Promise<string[]> {
  const { valid, errors } = await new Validator().validate(structuredClone(given))
  return valid ? [] : [`${name} is not a valid OpenAPI document: ${JSON.stringify(errors)}`]
}

const faults = [
  ...(await invalidities('openapi.json', document)),
  ...(await invalidities('openapi-3.0.json', older)),
  ...faultsOf(document),
]
if (faults.length > 0) {
  console.error(faults.join('\n'))
  process.exit(1)
}
writeFileSync(file('openapi.json'), JSON.stringify(document, null, 2) + '\n')
writeFileSync(file('openapi-3.0.json'), JSON.stringify(older, null, 2) + '\n')
writeFileSync(file('api.ts'), apiTypes(document))

writeFileSync(file('unserved.json'), JSON.stringify(unservedOperations(document, wire), null, 2) + '\n')
writeFileSync(new URL('../docs/coverage.md', import.meta.url), coveragePage(document, wire))
writeFileSync(new URL('../docs/sdks.md', import.meta.url), sdksPage())
