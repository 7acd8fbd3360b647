// Converts the output of the TypeSpec compiler into generated/openapi.json, validates it, and derives types and other
// files from it. Prints the coverage of the published API. Run by `npm run generate`.
import { readFileSync, writeFileSync } from 'node:fs'
import { Validator } from '@seriousme/openapi-schema-validator'
import { stringify } from 'yaml'
import { sdksPage } from '../contract/page.ts'
import { inOpenApi30, removeUnused } from '../src/interfaces/docs/openapi-30.ts'
import { apiTypes } from './api-types.ts'
import { withAccessTable } from './access-table.ts'
import { baselineSql } from './baseline.ts'
import { addCodeSamples } from './code-samples.ts'
import { flatOverlay } from './contract/flat.ts'
import { addHeaders } from './contract/headers.ts'
import { addLinks, addPagination } from './contract/links.ts'
import { acceptNulls } from './contract/nulls.ts'
import { parameterExamples } from './contract/parameter-examples.ts'
import { plainSchemas } from './contract/plain-schemas.ts'
import { addWebhooks } from './contract/webhooks.ts'
import { sharedErrors } from './contract/shared-errors.ts'
import { toolsOf } from './contract/tools.ts'
import { faultsOf } from './contract-rules.ts'
import { type WireOperation, coveragePage, unservedOperations } from './coverage.ts'
import { type Json, methodsOf, resolved } from './openapi.ts'
import { scopesModule, extractScopes, withScopeTable } from './scopes.ts'
import { withLayerDiagram } from './layer-diagram.ts'
import { withSettingsTable } from './settings-table.ts'

const file = (name: string): URL => new URL(`../generated/${name}`, import.meta.url)

/** Document parts that TypeSpec cannot express. */
function finish(document: Json): Json {
  for (const { operation } of methodsOf(document)) {
    // the emitter prefixes an operation id with its interface; the contract uses the operation name only
    operation.operationId = String(operation.operationId).split('_').at(-1)
  }
  formsWithFiles(document)
  plainSchemas(document)
  parameterExamples(document)
  sharedErrors(document)
  addHeaders(document)
  addLinks(document)
  addPagination(document)
  addWebhooks(document)
  removeUnused(document)
  return document
}

/** The emitter accepts no example of a form with a file, and declares every string except a plain one as JSON. */
function formsWithFiles(document: Json): void {
  for (const { operation } of methodsOf(document)) {
    const form = operation.requestBody?.content?.['multipart/form-data']
    if (!form) continue
    form.example = operation['x-example-form']
    delete operation['x-example-form']
    const { properties } = resolved(document, form.schema)
    // binary data has no schema in 3.1, and generators recognize it by this format
    properties.file = { ...properties.file, type: 'string', format: 'binary' }
    for (const [name, { allOf, ...others }] of Object.entries<Json>(properties))
      if (allOf?.length === 1) properties[name] = { ...allOf[0], ...others }
    for (const name of Object.keys(form.encoding ?? {}))
      if (typeof form.example[name] === 'string') delete form.encoding[name]
  }
}

const compiled: Json = JSON.parse(readFileSync(file('openapi.json'), 'utf8'))
const declared = extractScopes(compiled)
const document = finish(compiled)
const wire: WireOperation[] = JSON.parse(readFileSync(new URL('../spec/wire.json', import.meta.url), 'utf8'))
addCodeSamples(document, wire)
const unserved = unservedOperations(document, wire)
if (unserved.length > 0) document['x-unserved'] = unserved
// handlers and models do not see a `null` that means absent
const types = apiTypes(document)
const tools = toolsOf(document).map(tool => JSON.stringify(tool))
acceptNulls(document)
removeUnused(document)

/** The reasons why a document is not valid OpenAPI. */
async function invalidities(name: string, given: Json): Promise<string[]> {
  const { valid, errors } = await new Validator().validate(structuredClone(given))
  return valid ? [] : [`${name} is not a valid OpenAPI document: ${JSON.stringify(errors)}`]
}

const faults = [
  ...(await invalidities('openapi.json', document)),
  ...(await invalidities('/openapi-3.0.json', inOpenApi30(document))),
  ...faultsOf(document),
]
if (faults.length > 0) {
  console.error(faults.join('\n'))
  process.exit(1)
}
writeFileSync(file('openapi.json'), JSON.stringify(document, null, 2) + '\n')
writeFileSync(file('tools.json'), `[\n${tools.join(',\n')}\n]\n`)
writeFileSync(file('api.ts'), types)
writeFileSync(file('baseline.sql'), await baselineSql())
writeFileSync(file('scopes.ts'), scopesModule(declared, document))
const guide = new URL('../docs/oauth.md', import.meta.url)
writeFileSync(guide, withScopeTable(readFileSync(guide, 'utf8'), declared.scopes))

writeFileSync(new URL('../docs/coverage.md', import.meta.url), coveragePage(document, wire))
writeFileSync(new URL('../docs/sdks.md', import.meta.url), sdksPage())
const people = new URL('../docs/team.md', import.meta.url)
writeFileSync(people, await withAccessTable(readFileSync(people, 'utf8')))
const architecture = new URL('../docs/decisions/architecture.md', import.meta.url)
writeFileSync(architecture, withLayerDiagram(readFileSync(architecture, 'utf8')))
const settings = new URL('../docs/settings.md', import.meta.url)
writeFileSync(settings, withSettingsTable(readFileSync(settings, 'utf8')))
writeFileSync(
  new URL('../contract/flat.overlay.yaml', import.meta.url),
  stringify(flatOverlay(document), { lineWidth: 0 }),
)
