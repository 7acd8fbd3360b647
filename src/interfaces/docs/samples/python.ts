// Python samples: with the published SDK if it has a method for the operation, otherwise with requests.
import type { Example } from '../../contract/examples.ts'
import { PYTHON, literal } from './literal.ts'
import { type Manner, targetOf, formFields, uploadParts } from './request.ts'
import { PYTHON_METHODS } from './sdk-methods.ts'

export function pythonSample(example: Example, manner: Manner): string {
  const method = PYTHON_METHODS[example.operation]
  return method === undefined || Object.keys(example.required_query).length > 0
    ? httpSample(example, manner)
    : sdkSample(method, example)
}

function sdkSample(entry: string, { path_values, body }: Example): string {
  const [method, id] = entry.split(' ') as [string, string?]
  const values = Object.values(path_values)
  const parameters = id === undefined ? body : { [id]: values[0], ...(body as object | undefined) }
  const separate = [...(id === undefined ? values : []), ...(parameters === undefined ? [] : [parameters])]
  return `import os
import resend

resend.api_key = os.environ["LETTERMILL_API_KEY"]
resend.api_url = os.environ["LETTERMILL_URL"]
print(resend.${method}(${separate.map(each => literal(each, '', PYTHON)).join(', ')}))`
}

function httpSample(example: Example, manner: Manner): string {
  const address = `os.environ["LETTERMILL_URL"] + ${JSON.stringify(targetOf(example, manner))}`
  if (manner.is_visit) return `import os\n\n# the user opens this URL in a browser\nprint(${address})`
  const lines = [
    address,
    ...(manner.has_key ? ['headers={"Authorization": "Bearer " + os.environ["LETTERMILL_API_KEY"]}'] : []),
    ...contentOf(example, manner),
    ...(manner.is_endless ? ['stream=True'] : []),
  ]
  return `import os
import requests

response = requests.${example.method}(
${lines.map(line => `    ${line},\n`).join('')})
${manner.is_endless ? 'for line in response.iter_lines(decode_unicode=True):\n    print(line)' : 'print(response.status_code, response.text)'}`
}

function contentOf(example: Example, { is_form }: Manner): string[] {
  if (example.body === undefined) return []
  if (example.is_upload) {
    const { file, fields } = uploadParts(example)
    return [
      `files={"file": ("contacts.csv", ${JSON.stringify(file)})}`,
      `data=${literal(Object.fromEntries(fields), '    ', PYTHON)}`,
    ]
  }
  const value = is_form ? Object.fromEntries(formFields(example)) : example.body
  return [`${is_form ? 'data' : 'json'}=${literal(value, '    ', PYTHON)}`]
}
