// Checks every answer of a server against the contract, sealed: a field that is not declared is a failure.
import { readFileSync } from 'node:fs'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { OperationId } from '../../generated/api.ts'
import { type Json, methodsOf, resolved } from '../../scripts/openapi.ts'
import { sealed } from '../../scripts/verify/seal.ts'

const document: Json = sealed(
  JSON.parse(readFileSync(new URL('../../generated/openapi.json', import.meta.url), 'utf8')),
)

const ajv = new Ajv2020({ strict: false, validateFormats: true, allErrors: true })
;(addFormats as unknown as (ajv: Ajv2020) => void)(ajv)
ajv.addSchema({ $id: 'contract', ...document })

const validators = new Map<string, ValidateFunction | undefined>()

function validator(id: OperationId, status: number): ValidateFunction | undefined {
  const name = `${id} ${status}`
  if (!validators.has(name)) {
    const { method, path, operation } = methodsOf(document).find(({ operation }) => operation.operationId === id)!
    if (!operation.responses[status]) throw new Error(`${id} answered ${status}, which its contract does not know`)
    const answer = operation.responses[status]
    const place = answer.$ref?.slice(1) ?? `/paths/${path.replaceAll('/', '~1')}/${method}/responses/${status}`
    const schema = resolved(document, answer).content?.['application/json']?.schema
    const pointer = `${place}/content/application~1json/schema`
    validators.set(name, schema && ajv.compile({ $ref: `contract#${encodeURI(pointer)}` }))
  }
  return validators.get(name)
}

/** Throws when the answer is not one that the contract declares. */
export function checkAnswer(id: OperationId, status: number, body: unknown): void {
  const validate = validator(id, status)
  if (!validate) return
  if (!validate(JSON.parse(JSON.stringify(body)))) {
    throw new Error(`${id} answered ${status} against its contract: ${ajv.errorsText(validate.errors)}`)
  }
}
