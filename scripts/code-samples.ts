// `x-codeSamples` of each operation, generated from its examples: for curl, and for JavaScript with the published SDK
// if that has a method for it. They read the URL of the server and the API key from LETTERMILL_URL and
// LETTERMILL_API_KEY.
import { type Example, examplesIn } from '../src/interfaces/contract/examples.ts'
import { type WireOperation, shapeOf } from './coverage.ts'
import { literal } from '../src/interfaces/docs/samples/literal.ts'
import { type Manner, targetOf, formFields, mannerOf, uploadParts } from '../src/interfaces/docs/samples/request.ts'
import { type Json, methodsOf } from './openapi.ts'
import { sdkCall } from './sdk-call.ts'

export interface CodeSample {
  lang: 'Shell' | 'JavaScript'
  label: string
  source: string
}

const JSON_TYPE = 'application/json'

export function addCodeSamples(document: Json, wire: readonly WireOperation[]): void {
  const sdk = sdkNames(wire)
  const examples = Map.groupBy(examplesIn(document), ({ operation }) => operation as string)
  for (const { method, path, operation } of methodsOf(document)) {
    const manner = mannerOf(operation)
    const name = sdk.get(shapeOf(method, path))
    operation['x-codeSamples'] = examples
      .get(operation.operationId)!
      .flatMap(example => [
        { lang: 'Shell', label: labelled('curl', example), source: curlSample(example, manner) },
        javaScriptSample(example, manner, name),
      ])
  }
}

/**
 * Of several methods that send an operation, the one that sends the fewest other operations: `templates.create` can
 * publish, too.
 */
function sdkNames(wire: readonly WireOperation[]): Map<string, string | undefined> {
  const sent = Map.groupBy(
    wire.flatMap(({ sdk }) => sdk),
    name => name,
  )
  const uses = (name: string): number => sent.get(name)!.length
  return new Map(
    wire.map(({ method, path, sdk }) => [
      shapeOf(method, path),
      sdk.toSorted((one, other) => uses(one) - uses(other))[0],
    ]),
  )
}

function labelled(what: string, { name }: Example): string {
  return name === undefined ? what : `${what}: ${name}`
}

/** Quoted for a shell: no character has a special meaning within single quotes. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

function curlSample(example: Example, manner: Manner): string {
  const address = `"$LETTERMILL_URL${targetOf(example, manner)}"`
  if (manner.is_visit) return `# a person's browser has to open this address\necho ${address}`
  const { method, body } = example
  if (example.is_upload) return curlUpload(example, address)
  const fields = manner.is_form ? formFields(example) : []
  // with a body, curl sends a POST by default
  const is_said = method !== 'get' && (method !== 'post' || body === undefined)
  return [
    `curl -sS${manner.is_endless ? 'N' : ''} ${is_said ? `-X ${method.toUpperCase()} ` : ''}${address}`,
    ...(manner.has_key ? ['-H "Authorization: Bearer $LETTERMILL_API_KEY"'] : []),
    ...fields.map(([name, value]) => `--data-urlencode ${quoted(`${name}=${value}`)}`),
    ...(body !== undefined && !manner.is_form
      ? [`-H 'Content-Type: ${JSON_TYPE}'`, `-d ${quoted(JSON.stringify(body, null, 2))}`]
      : []),
  ].join(' \\\n  ')
}

/** The file is piped from `printf`, so that the sample shows its content. */
function curlUpload(example: Example, address: string): string {
  const { file, fields } = uploadParts(example)
  return [
    `printf '%s' ${quoted(file)} | curl -sS ${address}`,
    '-H "Authorization: Bearer $LETTERMILL_API_KEY"',
    "-F 'file=@-;filename=contacts.csv'",
    ...fields.map(([name, value]) => `--form-string ${quoted(`${name}=${value}`)}`),
  ].join(' \\\n  ')
}

function javaScriptSample(example: Example, manner: Manner, name: string | undefined): CodeSample {
  const call = name === undefined ? undefined : sdkCall(name, example)
  return {
    lang: 'JavaScript',
    label: labelled(call === undefined ? 'JavaScript' : 'JavaScript, with the SDK', example),
    source: call === undefined ? fetchSample(example, manner) : sdkSample(call),
  }
}

function sdkSample(call: string): string {
  return `import { Resend } from 'resend'

const resend = new Resend(process.env.LETTERMILL_API_KEY, { baseUrl: process.env.LETTERMILL_URL })
const { data, error } = await resend.${call}
console.log(error ?? data)`
}

function fetchSample(example: Example, manner: Manner): string {
  const address = `\`\${process.env.LETTERMILL_URL}${targetOf(example, manner)}\``
  if (manner.is_visit) return `// a person's browser has to open this address\nconsole.log(${address})`
  const { method, body } = example
  const headers = [
    ...(manner.has_key ? ['    Authorization: `Bearer ${process.env.LETTERMILL_API_KEY}`,'] : []),
    ...(body !== undefined && !manner.is_form ? [`    'Content-Type': '${JSON_TYPE}',`] : []),
  ]
  const content = body === undefined ? '' : literal(body, '  ')
  const lines = [
    ...(method === 'get' ? [] : [`  method: '${method.toUpperCase()}',`]),
    ...(headers.length > 0 ? ['  headers: {', ...headers, '  },'] : []),
    ...(body === undefined
      ? []
      : [`  body: ${manner.is_form ? 'new URLSearchParams' : 'JSON.stringify'}(${content}),`]),
  ]
  const options = lines.length > 0 ? `, {\n${lines.join('\n')}\n}` : ''
  const asked = `const response = await fetch(${address}${options})`
  if (!manner.is_endless) return `${asked}\nconsole.log(response.status, await response.text())`
  const parts = 'response.body.pipeThrough(new TextDecoderStream())'
  return `${asked}\nconsole.log(response.status)\nfor await (const part of ${parts}) console.log(part)`
}
