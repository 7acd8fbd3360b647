// The contract as the server reads it: in plain JSON Schema, for its validators.
import { readFileSync } from 'node:fs'
import type { Document } from 'openapi-backend'
import type { ToldEventType } from '../../watch/webhooks/actions.ts'
import { inJsonSchema } from './contract-keywords.ts'

const read = (name: string): string => readFileSync(new URL(`../../../generated/${name}`, import.meta.url), 'utf8')

/** The contract's rules, which are written ready for this. */
export function readRules(): Document {
  return JSON.parse(read('rules.json'))
}

/** Of each type of event that webhooks are told of, the data of its example. */
export function readWebhookExamples(): Readonly<Record<ToldEventType, object>> {
  return JSON.parse(read('webhook-examples.json'))
}

/** With everything that is there for readers, the examples among it, made ready for openapi-backend and Ajv. */
export function readDocument(): Document {
  return parsedDocument(read('openapi.json'))
}

/** The same of any document in our forms. */
export function parsedDocument(text: string): Document {
  const document = JSON.parse(text)
  for (const schema of Object.values<Record<string, Record<string, unknown>>>(document.components.schemas)) {
    // Ajv knows `discriminator` but not its `mapping`, which says nothing that our tags do not
    delete schema.discriminator?.mapping
  }
  return forValidators(document) as Document
}

/** What stands beside a `$ref` has a meaning of its own there: for the validators, and for what the log keeps. */
const KEPT_BESIDE = ['default', 'x-secret', 'x-not-logged']

/** openapi-backend drops what stands beside a `$ref`. */
function forValidators(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(forValidators)
  if (typeof node !== 'object' || node === null) return node
  const copy: Record<string, unknown> = {}
  for (const key of Object.keys(node)) copy[key] = forValidators((node as Record<string, unknown>)[key])
  const { $ref, ...others } = inJsonSchema(copy)
  if ($ref === undefined) return others
  return KEPT_BESIDE.some(word => word in others) ? { ...others, allOf: [{ $ref }] } : { $ref }
}
