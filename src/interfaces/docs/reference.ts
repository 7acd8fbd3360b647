// Renders the page of the whole contract, from the contract alone and without a script. Yields after each operation and
// each object, so that other requests are not blocked.
import { setImmediate } from 'node:timers/promises'
import { type Html, html } from '../../base/html/html.ts'
import { type Group, type Json, type Operation, groupsOf } from './document.ts'
import { readDocument } from '../contract/document.ts'
import type { DocsPage } from './frame.ts'
import { markdown } from './markdown.ts'
import { operationSection, sharedResponse } from './operation.ts'
import { schemaSection } from './schemas.ts'
import { webhookEvents } from './webhook-events.ts'

const SETTINGS = `export LETTERMILL_URL=http://localhost:3000   # or the address of your server
export LETTERMILL_API_KEY=re_...               # printed at the first start, or created under "API keys" in the dashboard`

export async function referencePage(): Promise<DocsPage> {
  const document: Json = readDocument()
  const groups = groupsOf(document)
  const parts: Html[] = [intro(document)]
  for (const group of groups) {
    parts.push(
      html`<h2 id="${anchorOf(group)}">${group.name}</h2>
        ${group.description && markdown(group.description)}`,
    )
    for (const operation of group.operations) {
      parts.push(operationSection(document, operation))
      await setImmediate()
    }
  }
  parts.push(...webhookEvents(document))
  parts.push(html`<h2 id="errors">Errors</h2>`)
  for (const [name, answer] of Object.entries<Json>(document.components.responses ?? {})) {
    parts.push(sharedResponse(name, answer))
  }
  parts.push(html`<h2 id="objects">Objects</h2>`)
  for (const [name, schema] of Object.entries<Json>(document.components.schemas)) {
    parts.push(schemaSection(name, schema))
    await setImmediate()
  }
  return { title: 'API', beside: contents(groups), body: html`${parts}` }
}

const anchorOf = ({ name }: Group): string => `tag-${name.toLowerCase().replaceAll(/[^a-z]+/g, '-')}`

function intro({ info }: Json): Html {
  return html`<h1>${info.title} API</h1>
    ${markdown(info.description)}
    <p>
      Download the OpenAPI document of version ${info.version}: <a href="/openapi.json">/openapi.json</a> or
      <a href="/openapi.yaml">/openapi.yaml</a> (OpenAPI 3.1), or <a href="/openapi-3.0.json">/openapi-3.0.json</a> for
      tools that do not support 3.1. The <a href="/docs/guides">guides</a> explain how to use the API.
    </p>
    <p>The samples read the URL of your server and your API key from the environment:</p>
    <pre><code>${SETTINGS}</code></pre>`
}

function contents(groups: Group[]): Html {
  return html`<nav class="contents" aria-label="Operations">
    <ul>
      ${groups.map(
        group =>
          html`<li>
            <a href="#${anchorOf(group)}">${group.name}</a>
            <ul>
              ${group.operations.map(each => html`<li><a href="#${each.operation.operationId}">${titleOf(each)}</a></li>`)}
            </ul>
          </li>`,
      )}
      <li><a href="#webhook-events">Webhook events</a></li>
      <li><a href="#errors">Errors</a></li>
      <li><a href="#objects">Objects</a></li>
    </ul>
  </nav>`
}

/** Aliases of an operation have the same summary, so a deprecated one is shown by its method and path. */
function titleOf({ method, path, operation }: Operation): string {
  return operation.deprecated ? `${method.toUpperCase()} ${path} (deprecated)` : operation.summary
}
