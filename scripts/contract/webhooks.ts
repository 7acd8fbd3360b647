// The `webhooks` of OpenAPI 3.1: the requests that the server sends to endpoints. They are generated from the models of
// `WebhookEvent`, each with its example, because TypeSpec cannot express them.
import { type Json, resolved } from '../openapi.ts'

const ID = 'The id of the event, the same in each post of it: a receiver that has seen it has nothing to do.'
const TIMESTAMP = 'When it was posted, in seconds since 1970. Take no post that is older than five minutes.'
const SIGNATURE =
  'One signature or, for a day after a rotation of the secret, two, separated by a space: `v1,` and the HMAC-SHA256 of ' +
  '`<id>.<timestamp>.<body>` in base64, with the key that follows `whsec_` in the secret.'

const EXAMPLES = {
  id: 'msg_FLTiXRlsEuOLuRvuN2e3WZGZ3nE',
  timestamp: '1763632800',
  signature: 'v1,8DXGYXDMSe3sPRtqSFe6/JM8XKIlhM9wfYutJWSz5Oc=',
}

/** Both families of header names: those of Standard Webhooks, and those that existing clients use. */
const HEADERS: readonly Json[] = ['webhook', 'svix'].flatMap(family =>
  [
    { name: 'id', description: ID },
    { name: 'timestamp', description: TIMESTAMP },
    { name: 'signature', description: SIGNATURE },
  ].map(({ name, description }) => ({
    name: `${family}-${name}`,
    in: 'header',
    required: true,
    description: family === 'webhook' ? description : `The same as \`webhook-${name}\`.`,
    schema: { type: 'string' },
    example: EXAMPLES[name as keyof typeof EXAMPLES],
  })),
)

const componentOf = (name: string): string =>
  name
    .split(/[._-]/)
    .map(part => part[0]!.toUpperCase() + part.slice(1))
    .join('')

/** Adds the webhooks, in place. The example of a model moves to its request. */
export function addWebhooks(document: Json): void {
  const posts = document.components.schemas.WebhookEvent.oneOf.map((reference: Json) => {
    const model = resolved(document, reference)
    const [type] = model.properties.type.enum
    const example = model['x-example']
    delete model['x-example']
    const post = {
      operationId: `post${componentOf(type)}`,
      tags: ['Webhooks'],
      summary: type,
      description: model.description,
      // inlined in each, because a Go generator creates no types for parameters that only webhooks refer to
      parameters: HEADERS,
      requestBody: { required: true, content: { 'application/json': { schema: reference, example } } },
      responses: { '2XX': { description: 'It was taken. Any other answer has it posted again.' } },
      security: [],
    }
    return [type, { post }]
  })
  document.webhooks = Object.fromEntries(posts)
}
