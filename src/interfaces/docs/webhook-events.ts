// Renders the webhook events by their types, from the `webhooks` of the contract.
import { type Html, html } from '../../base/html/html.ts'
import type { Json } from './document.ts'
import { markdown } from './markdown.ts'
import { parameterTable, typeOf } from './schemas.ts'

export function webhookEvents(document: Json): Html[] {
  const posts = Object.entries<Json>(document.webhooks).map(([type, { post }]) => ({ type, post }))
  return [
    html`<h2 id="webhook-events">Webhook events</h2>
      <p>
        The server posts these events to the <a href="/docs/guides/webhooks">webhooks</a> that subscribe to them, with
        these headers.
      </p>
      ${parameterTable('webhook events', document, posts[0]!.post.parameters)}`,
    ...posts.map(({ type, post }) => eventSection(type, post)),
  ]
}

function eventSection(type: string, { description, requestBody }: Json): Html {
  const { schema, example } = requestBody.content['application/json']
  return html`<section class="schema" id="webhook-${type}">
    <h3><a href="#webhook-${type}">${type}</a></h3>
    ${markdown(description)}
    <p>${typeOf(schema)}</p>
    <pre><code>${JSON.stringify(example, null, 2)}</code></pre>
  </section> `
}
