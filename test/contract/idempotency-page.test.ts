// The guide about idempotency lists exactly the operations that read the key.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { type Json, methodsOf, resolved } from '../../scripts/openapi.ts'

const document: Json = JSON.parse(readFileSync('generated/openapi.json', 'utf8'))

it('names every operation that has the header in the contract', () => {
  const reading = methodsOf(document).filter(({ operation }) =>
    (operation.parameters ?? []).some(
      (each: Json) => resolved(document, each).name.toLowerCase() === 'idempotency-key',
    ),
  )
  const paragraph = readFileSync('docs/idempotency.md', 'utf8')
    .replaceAll(/\s+/g, ' ')
    .split('A batch takes effect')[0]!
  const named = Array.from(
    paragraph.matchAll(/`(POST|PUT|PATCH|DELETE) (\/[^`]*)`/g),
    ([, verb, path]) => `${verb} ${path}`,
  )
  expect(named.toSorted()).toEqual(reading.map(({ method, path }) => `${method.toUpperCase()} ${path}`).toSorted())
})
