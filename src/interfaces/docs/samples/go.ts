// Go samples: with the published SDK if it has a method for the operation, otherwise with net/http.
import type { Example } from '../../contract/examples.ts'
import { type Manner, targetOf, formFields, uploadParts } from './request.ts'
import { GO_METHODS } from './sdk-methods.ts'

export function goSample(example: Example, manner: Manner): string {
  const call = sdkCall(example)
  if (call !== undefined) return sdkSample(call)
  return httpSample(example, manner)
}

const quoted = (value: string): string => JSON.stringify(value)

/** Exported names of Go: `reply_to` is `ReplyTo`. */
const nameOf = (field: string): string =>
  field
    .split('_')
    .map(word => word[0]!.toUpperCase() + word.slice(1))
    .join('')

/** `undefined` if the SDK has no method or no field for a value. */
function sdkCall({ operation, path_values, body, required_query }: Example): string | undefined {
  const entry = GO_METHODS[operation]
  if (entry === undefined || Object.keys(required_query).length > 0) return undefined
  const [method, type, id] = entry.split(' ') as [string, string?, string?]
  const values = Object.values(path_values).map(quoted)
  if (type === undefined) return body === undefined ? `${method}(${values.join(', ')})` : undefined
  if (Array.isArray(body)) {
    const items = body.map(item => structOf(type, item, []))
    if (items.includes(undefined)) return undefined
    const list = items.map(item => `\t\t${item!.replaceAll('\n', '\n\t')},\n`).join('')
    return `${method}([]*resend.${type}{\n${list}\t})`
  }
  const struct = structOf(type, body, id === undefined ? [] : [`${id}: ${values[0]}`])
  return struct && `${method}(${struct})`
}

function structOf(type: string, body: unknown, before: string[]): string | undefined {
  const fields = Object.entries(body ?? {}).map(([key, value]) => {
    const text = valueOf(type, key, value)
    return text && `${nameOf(key)}: ${text}`
  })
  if (fields.includes(undefined)) return undefined
  return `&resend.${type}{\n${[...before, ...fields].map(field => `\t\t${field},\n`).join('')}\t}`
}

/** Fields of the SDK that are lists, or a single string. */
function valueOf(type: string, key: string, value: unknown): string | undefined {
  if (typeof value === 'string') return isList(type, key) ? `[]string{${quoted(value)}}` : quoted(value)
  if (typeof value === 'boolean') return String(value)
  if (!Array.isArray(value)) return undefined
  if (value.every(each => typeof each === 'string')) {
    return isList(type, key) ? `[]string{${value.map(quoted).join(', ')}}` : undefined
  }
  if (key !== 'tags') return undefined
  return `[]resend.Tag{${value.map(({ name, value: text }) => `{Name: ${quoted(name)}, Value: ${quoted(text)}}`).join(', ')}}`
}

const isList = (type: string, key: string): boolean =>
  ['to', 'cc', 'bcc', 'events'].includes(key) || (key === 'reply_to' && type.endsWith('BroadcastRequest'))

function sdkSample(call: string): string {
  return `package main

import (
	"fmt"
	"net/url"
	"os"

	"github.com/resend/resend-go/v3"
)

func main() {
	client := resend.NewClient(os.Getenv("LETTERMILL_API_KEY"))
	client.BaseURL, _ = url.Parse(os.Getenv("LETTERMILL_URL"))
	result, err := client.${call}
	if err != nil {
		panic(err)
	}
	fmt.Printf("%+v\\n", result)
}`
}

function httpSample(example: Example, manner: Manner): string {
  const address = `os.Getenv("LETTERMILL_URL")+${quoted(targetOf(example, manner))}`
  if (manner.is_visit) {
    return program(['fmt', 'os'], ['// the user opens this URL in a browser', `fmt.Println(${address})`])
  }
  const content = contentOf(example, manner)
  const headers = [
    ...(manner.has_key ? ['"Authorization", "Bearer "+os.Getenv("LETTERMILL_API_KEY")'] : []),
    ...(content ? [`"Content-Type", ${content.type}`] : []),
  ]
  return program(
    ['io', 'net/http', 'os', ...(content?.packages ?? [])],
    [
      ...(content?.lines ?? []),
      `req, err := http.NewRequest("${example.method.toUpperCase()}", ${address}, ${content ? content.reader : 'nil'})`,
      ...PANIC,
      ...headers.map(header => `req.Header.Set(${header})`),
      'res, err := http.DefaultClient.Do(req)',
      ...PANIC,
      'defer res.Body.Close()',
      'io.Copy(os.Stdout, res.Body)',
    ],
  )
}

const PANIC = ['if err != nil {', '\tpanic(err)', '}']

function program(packages: string[], lines: string[]): string {
  const imports = packages.toSorted().map(name => `\t"${name}"\n`)
  return `package main\n\nimport (\n${imports.join('')})\n\nfunc main() {\n${lines.map(line => `\t${line}\n`).join('')}}`
}

interface Content {
  packages: string[]
  lines: string[]
  reader: string
  type: string
}

function contentOf(example: Example, { is_form }: Manner): Content | undefined {
  if (example.body === undefined) return undefined
  if (example.is_upload) return uploadContent(example)
  if (is_form) {
    const fields = formFields(example).map(([name, value]) => `\t${quoted(name)}: {${quoted(value)}},`)
    return {
      packages: ['net/url', 'strings'],
      lines: ['form := url.Values{', ...fields, '}'],
      reader: 'strings.NewReader(form.Encode())',
      type: '"application/x-www-form-urlencoded"',
    }
  }
  const json = JSON.stringify(example.body, null, 2)
  return {
    packages: ['strings'],
    // a raw string cannot contain a backtick
    lines: [`body := strings.NewReader(${json.includes('`') ? quoted(json) : `\`${json}\``})`],
    reader: 'body',
    type: '"application/json"',
  }
}

function uploadContent(example: Example): Content {
  const { file, fields } = uploadParts(example)
  return {
    packages: ['bytes', 'mime/multipart'],
    lines: [
      'var body bytes.Buffer',
      'form := multipart.NewWriter(&body)',
      'part, _ := form.CreateFormFile("file", "contacts.csv")',
      `part.Write([]byte(${quoted(file)}))`,
      ...fields.map(([name, value]) => `form.WriteField(${quoted(name)}, ${quoted(value)})`),
      'form.Close()',
    ],
    reader: '&body',
    type: 'form.FormDataContentType()',
  }
}
