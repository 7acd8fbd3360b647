// Renders one operation of the contract: parameters, body, responses and samples.
import { type Html, html } from '../../base/html/html.ts'
import { dereference } from '../contract/document.ts'
import { type Json, type Operation, nameOf } from './document.ts'
import { markdown } from './markdown.ts'
import { samplesOf } from './samples/samples.ts'
import { fieldTable, limitsOf, parameterTable, typeOf } from './schemas.ts'

export function operationSection(document: Json, { method, path, operation }: Operation): Html {
  const { operationId, summary, description, deprecated } = operation
  return html`<section class="operation" id="${operationId}">
    <h3><a href="#${operationId}">${summary}</a>${deprecated && html` <span class="needed">deprecated</span>`}</h3>
    <p class="line"><span class="method">${method.toUpperCase()}</span> <code>${path}</code></p>
    ${description && markdown(description)}
    <p class="soft">${accessWords(operation.security ?? [])}</p>
    <div class="columns">
      <div>
        ${parametersPart(document, operation)} ${bodyPart(document, operation)} ${responsesPart(document, operation)}
      </div>
      <div class="samples">${samplesPart(operation)} ${exampleResponse(document, operation)}</div>
    </div>
  </section> `
}

/** The credentials that the operation requires. */
function accessWords(security: Json[]): string {
  const scopes = security.flatMap(item => Object.values<string[]>(item).flat())
  if (!security.some(item => item.ApiKey)) return 'No API key required.'
  const needed = [...new Set(scopes)]
  return `Requires an API key, or an access token with the scope ${needed.join(' or ')}.`
}

function parametersPart(document: Json, operation: Json): Html | false {
  const parameters: Json[] = operation.parameters ?? []
  if (parameters.length === 0) return false
  return html`<h4>Parameters</h4>
    ${parameterTable(operation.summary, document, parameters)}`
}

function bodyPart(document: Json, operation: Json): Html | false {
  const contents = Object.entries<Json>(dereference(document, operation.requestBody)?.content ?? {})
  if (contents.length === 0) return false
  const [, { schema }] = contents.find(([type]) => type === 'application/json') ?? contents[0]!
  const whole = dereference(document, schema)
  return html`<h4>Body</h4>
    <p>
      ${typeOf(schema)}${limitsOf(schema).map(words => html`; ${words}`)}, as
      ${contents.map(([type], index) => html`${index > 0 && ' or '}<code>${type}</code>`)}
    </p>
    ${whole.properties && fieldTable(`the body: ${operation.summary}`, whole)}`
}

function responsesPart(document: Json, operation: Json): Html {
  const responses = Object.entries<Json>(operation.responses)
  return html`<h4>Responses</h4>
    <ul class="responses">
      ${responses.map(([status, reference]) => html`<li>${responseLine(document, status, reference)}</li>`)}
    </ul>`
}

function responseLine(document: Json, status: string, reference: Json): Html {
  const answer = dereference(document, reference)
  const shared = nameOf(reference)
  const schema = answer.content?.['application/json']?.schema
  const what =
    shared !== undefined
      ? html`<a href="#${anchorOfResponse(shared)}">${shared}</a>`
      : schema
        ? typeOf(schema)
        : html`${answer.description}`
  return html`<code>${status}</code> ${what}`
}

const anchorOfResponse = (name: string): string => `response-${name}`

/** One sample is open at a time: those of an operation have the same name. */
function samplesPart(operation: Json): Html[] {
  return samplesOf(operation).map(
    ({ language, name, source }, index) =>
      html`<details name="samples-${operation.operationId}" ${index === 0 && html`open`}>
        <summary>${language}${name !== undefined && `: ${name}`}</summary>
        <pre><code>${source}</code></pre>
      </details>`,
  )
}

function exampleResponse(document: Json, operation: Json): Html | false {
  const [status, answer] = Object.entries<Json>(operation.responses).find(([code]) => code < '300') ?? []
  const media = dereference(document, answer)?.content?.['application/json']
  const example = media?.example ?? Object.values<Json>(media?.examples ?? {})[0]?.value
  return (
    example !== undefined &&
    html`<figure>
      <figcaption>Response ${status}</figcaption>
      <pre><code>${JSON.stringify(example, null, 2)}</code></pre>
    </figure>`
  )
}

/** Renders a response that several operations return. */
export function sharedResponse(name: string, answer: Json): Html {
  const media = answer.content?.['application/json']
  const examples = Object.values<Json>(media?.examples ?? {}).map(({ value }) => value)
  return html`<section class="schema" id="${anchorOfResponse(name)}">
    <h3>${name}</h3>
    ${answer.description && markdown(answer.description)} ${media?.schema && html`<p>${typeOf(media.schema)}</p>`}
    ${examples.map(example => html`<pre><code>${JSON.stringify(example, null, 2)}</code></pre>`)}
  </section> `
}
