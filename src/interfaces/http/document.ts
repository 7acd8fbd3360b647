// Reads the contract in plain JSON Schema, for validators.
import { readFileSync } from 'node:fs'
import type { Document } from 'openapi-backend'
import type { ToldEventType } from '../../watch/webhooks/actions.ts'
import { inJsonSchema } from './contract-keywords.ts'

const read = (name: string): string => readFileSync(new URL(`../../../generated/${name}`, import.meta.url), 'utf8')

/** The schemas of the contract, generated in plain JSON Schema. */
export function readRules(): Document {
  return JSON.parse(read('rules.json'))
}

/** The schemas of the contract with their descriptions, for pages that show them to people. */
export function readSchemas(): Readonly<Record<string, object>> {
  return JSON.parse(read('openapi.json')).components.schemas
}

/** The example data of each type of webhook event. */
export function readWebhookExamples(): Readonly<Record<ToldEventType, object>> {
  return JSON.parse(read('webhook-examples.json'))
}

/** The whole contract, with examples and descriptions, prepared for openapi-backend and Ajv. */
export function readDocument(): Document {
  return parsedDocument(read('openapi.json'))
}

/** Prepares any document that is written like the contract. */
export function parsedDocument(text: string): Document {
  const document = JSON.parse(text)
  for (const schema of Object.values<Record<string, Record<string, unknown>>>(document.components.schemas)) {
    // Ajv supports `discriminator` but not its `mapping`; the tags themselves are enough
    delete schema.discriminator?.mapping
  }
  return forValidators(document) as Document
}

/** Keywords that have a meaning of their own beside a `$ref`: for validators, and for the request log. */
const KEPT_BESIDE = ['default', 'x-secret', 'x-not-logged']

/** Keeps some keywords beside a `$ref` by means of an `allOf`: openapi-backend drops what stands beside a `$ref`. */
function forValidators(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(forValidators)
  if (typeof node !== 'object' || node === null) return node
  const copy: Record<string, unknown> = {}
  for (const key of Object.keys(node)) copy[key] = forValidators((node as Record<string, unknown>)[key])
  const { $ref, ...others } = inJsonSchema(copy)
  if ($ref === undefined) return others
  return KEPT_BESIDE.some(word => word in others) ? { ...others, allOf: [{ $ref }] } : { $ref }
}
