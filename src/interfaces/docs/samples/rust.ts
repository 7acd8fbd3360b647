// Rust samples: with the published SDK if it has a method for the operation, otherwise with reqwest.
import type { Example } from '../../contract/examples.ts'
import { type Manner, targetOf, formFields, uploadParts } from './request.ts'
import { RUST_METHODS } from './sdk-methods.ts'

export function rustSample(example: Example, manner: Manner): string {
  const call = sdkCall(example)
  return call === undefined ? httpSample(example, manner) : sdkSample(call)
}

const quoted = (value: string): string => JSON.stringify(value)

interface Call {
  /** What it imports from the SDK, in addition to the client. */
  types: string[]
  lines: string[]
}

function sdkCall({ operation, path_values, body, required_query }: Example): Call | undefined {
  if (operation === 'sendEmail') return sendCall(body as Record<string, unknown>)
  const method = RUST_METHODS[operation]
  if (method === undefined || body !== undefined || Object.keys(required_query).length > 0) return undefined
  const is_list = method.endsWith('.list')
  const values = [...Object.values(path_values).map(quoted), ...(is_list ? ['ListOptions::default()'] : [])]
  return {
    types: is_list ? ['list_opts::ListOptions'] : [],
    lines: [`let result = resend.${method}(${values.join(', ')}).await?;`],
  }
}

/** The builder of an email; `undefined` for fields that the sample of the contract does not have. */
function sendCall({ from, to, subject, tags, ...others }: Record<string, unknown>): Call | undefined {
  const setters = Object.entries(others).map(([key, value]) =>
    typeof value === 'string' ? `    .with_${key === 'reply_to' ? 'reply' : key}(${quoted(value)})` : undefined,
  )
  if (setters.includes(undefined) || !Array.isArray(to)) return undefined
  const tagged = ((tags ?? []) as { name: string; value: string }[]).map(
    ({ name, value }) => `    .with_tag(Tag::new(${quoted(name)}, ${quoted(value)}))`,
  )
  const create = `CreateEmailBaseOptions::new(${quoted(from as string)}, [${to.map(quoted).join(', ')}], ${quoted(subject as string)})`
  const lines = [`let email = ${create}`, ...(setters as string[]), ...tagged]
  return {
    types: [tagged.length > 0 ? 'types::{CreateEmailBaseOptions, Tag}' : 'types::CreateEmailBaseOptions'],
    lines: [...lines.slice(0, -1), `${lines.at(-1)};`, 'let result = resend.emails.send(email).await?;'],
  }
}

function sdkSample({ types, lines }: Call): string {
  return `use resend_rs::{ConfigBuilder, Resend${types.map(each => `, ${each}`).join('')}};
use std::env;

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let config = ConfigBuilder::new(env::var("LETTERMILL_API_KEY")?)
        .base_url(env::var("LETTERMILL_URL")?.parse()?)
        .build();
    let resend = Resend::with_config(config);
${lines.map(line => `    ${line}\n`).join('')}    println!("{result:?}");
    Ok(())
}`
}

function httpSample(example: Example, manner: Manner): string {
  const address = `env::var("LETTERMILL_URL")? + ${quoted(targetOf(example, manner))}`
  if (manner.is_visit) return program(['// the user opens this URL in a browser', `println!("{}", ${address});`])
  const is_upload = example.is_upload && example.body !== undefined
  const calls = [
    `.${example.method}(${address})`,
    ...(manner.has_key ? ['.bearer_auth(env::var("LETTERMILL_API_KEY")?)'] : []),
    ...(is_upload ? ['.multipart(form)'] : contentOf(example, manner)),
    '.send()?;',
  ]
  return program([
    ...(is_upload ? uploadLines(example) : []),
    `let ${manner.is_endless ? 'mut ' : ''}response = reqwest::blocking::Client::new()`,
    ...calls.map(call => `    ${call.replaceAll('\n', '\n        ')}`),
    manner.is_endless
      ? 'response.copy_to(&mut std::io::stdout())?;'
      : 'println!("{} {}", response.status(), response.text()?);',
  ])
}

function program(lines: string[]): string {
  return `use std::env;

fn main() -> Result<(), Box<dyn std::error::Error>> {
${lines.map(line => `    ${line}\n`).join('')}    Ok(())
}`
}

function contentOf(example: Example, { is_form }: Manner): string[] {
  if (example.body === undefined) return []
  if (!is_form) return [`.json(&serde_json::json!(${JSON.stringify(example.body, null, 4)}))`]
  const fields = formFields(example).map(([name, value]) => `    (${quoted(name)}, ${quoted(value)}),\n`)
  return [`.form(&[\n${fields.join('')}])`]
}

function uploadLines(example: Example): string[] {
  const { file, fields } = uploadParts(example)
  const part = `reqwest::blocking::multipart::Part::text(${quoted(file)}).file_name("contacts.csv")`
  const setters = [
    `.part("file", ${part})`,
    ...fields.map(([name, value]) => `.text(${quoted(name)}, ${quoted(value)})`),
  ]
  return [
    'let form = reqwest::blocking::multipart::Form::new()',
    ...setters.slice(0, -1).map(each => `    ${each}`),
    `    ${setters.at(-1)};`,
  ]
}
