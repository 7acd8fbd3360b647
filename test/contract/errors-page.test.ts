// The table in docs/errors.md lists exactly the errors of the contract, by name and status, and docs/oauth.md those of OAuth.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { type Json, methodsOf, resolved } from '../../scripts/openapi.ts'

const document: Json = JSON.parse(readFileSync('generated/openapi.json', 'utf8'))

/** The example bodies of all error responses, with their status. */
const errors = methodsOf(document).flatMap(({ operation }) =>
  Object.entries<Json>(operation.responses)
    .filter(([status]) => status >= '400')
    .flatMap(([status, response]) => {
      const content = resolved(document, response).content?.['application/json'] ?? {}
      const examples = Object.values<Json>(content.examples ?? {}).map(each => resolved(document, each).value)
      return [...examples, ...(content.example === undefined ? [] : [content.example])].map(body => ({ status, body }))
    }),
)

it('docs/errors.md lists each error name with its statuses', () => {
  const rows = [...readFileSync('docs/errors.md', 'utf8').matchAll(/^\| `(\w+)` \| ([\d, ]+) \|/gm)]
  const documented = rows.flatMap(([, name, statuses]) => statuses!.split(', ').map(status => `${status} ${name}`))
  const of_contract = new Set(
    errors.filter(({ body }) => body.name).map(({ status, body }) => `${status} ${body.name}`),
  )
  expect(of_contract.size).toBeGreaterThan(20)
  expect(documented.toSorted()).toEqual([...of_contract].toSorted())
})

it('docs/oauth.md explains each OAuth error', () => {
  const page = readFileSync('docs/oauth.md', 'utf8')
  const names = new Set(errors.flatMap(({ body }) => (typeof body.error === 'string' ? [body.error as string] : [])))
  expect(names.size).toBeGreaterThan(10)
  expect([...names].filter(name => !page.includes(`\`${name}\``))).toEqual([])
})
