// What we ask of our own contract beyond being valid OpenAPI: a generated SDK and its reader need all of it.
import { type Json, methodsOf, resolved } from './openapi.ts'

/** Sentences that say what is missing or wrong; none when the contract is as it should be. */
export function faultsOf(document: Json): string[] {
  const seen = new Set<string>()
  return methodsOf(document).flatMap(({ method, path, operation }) => {
    const faults: string[] = []
    const id = operation.operationId
    const needs = (there: unknown, what: string): void => {
      if (!there) faults.push(`${method.toUpperCase()} ${path} (${id}): ${what}`)
    }
    needs(/^[a-z][A-Za-z]+$/.test(id), 'the operationId must be one camelCase word')
    needs(!seen.has(id), 'the operationId is used twice')
    seen.add(id)
    needs(operation.summary, 'no summary')
    needs(operation.description, 'no description')
    needs(operation.tags?.length === 1, 'not exactly one tag')
    needs(operation.security, 'no security; public operations say @useAuth(NoAuth)')
    for (const reference of operation.parameters ?? []) {
      const parameter = resolved(document, reference)
      // openapi-backend would read `limit=20` as a list
      if (parameter.in === 'query') needs(parameter.explode !== false, `query parameter ${parameter.name} must explode`)
    }
    const content = operation.requestBody?.content?.['application/json']
    if (content) needs(content.example ?? content.examples, 'no example of the request')
    const answers = Object.entries<Json>(operation.responses)
    needs(
      answers.some(([status]) => status < '400'),
      'no good answer',
    )
    needs(answers.some(([status]) => status >= '400') || operation['x-always-answers'], 'no error is documented')
    for (const [status, answer] of answers) {
      const json = answer.content?.['application/json']
      if (status < '400' && json) needs(json.example ?? json.examples, `no example of the ${status} answer`)
    }
    return faults
  })
}
