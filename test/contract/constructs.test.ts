// The contract contains no construct that breaks generators or test tools. Each rule that enforces this fails for a
// document with the construct.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { faultsOf } from '../../scripts/contract-rules.ts'
import type { Json } from '../../scripts/openapi.ts'

const good: Json = JSON.parse(readFileSync('generated/openapi.json', 'utf8'))

/** The faults of the contract after a change. */
function faultsAfter(change: (document: Json) => void): string[] {
  const document = structuredClone(good)
  change(document)
  return faultsOf(document)
}

const send = (document: Json): Json => document.paths['/emails'].post
const schemas = (document: Json): Json => document.components.schemas

const bad: [string, (document: Json) => void, RegExp][] = [
  ['a license without an identifier', ({ info }) => delete info.license.identifier, /license requires an identifier/],
  ['no contact', ({ info }) => delete info.contact, /no contact/],
  ['another tag first', ({ tags }) => tags.push(tags.shift()), /emails must be the first tag/],
  ['a tag without a description', ({ tags }) => delete tags[1].description, /the tag Templates has no description/],
  ['a tag that is not listed', ({ tags }) => tags.pop(), /the tag OAuth is not in @tagMetadata/],
  [
    'unevaluatedProperties',
    document => (schemas(document).EventSchema.unevaluatedProperties = {}),
    /schema EventSchema: unevaluatedProperties/,
  ],
  [
    'a union that consists only of required',
    document => (schemas(document).SendEvent.anyOf = [{ required: ['email'] }, { required: ['contact_id'] }]),
    /schema SendEvent: a union that differs only in `required`/,
  ],
  [
    'a null branch',
    document => (schemas(document).Contact.properties.first_name = { anyOf: [{ type: 'string' }, { type: 'null' }] }),
    /first_name: a null branch next to a scalar/,
  ],
  [
    'a null branch next to a reference to a scalar',
    document =>
      (schemas(document).Contact.properties.first_name = {
        anyOf: [{ $ref: '#/components/schemas/Uuid' }, { type: 'null' }],
      }),
    /first_name: a null branch next to a scalar/,
  ],
  [
    'an enum of one boolean',
    document => (schemas(document).RemovedTopic.properties.deleted.enum = [true]),
    /deleted: a boolean with one value/,
  ],
  [
    'a boolean constant',
    document => (schemas(document).RemovedTopic.properties.deleted.const = true),
    /deleted: a boolean with one value/,
  ],
  [
    'an enum of numbers',
    document => (schemas(document).RegisteredClient.properties.client_secret_expires_at.enum = [0]),
    /client_secret_expires_at: an enum of numbers/,
  ],
  [
    'a text constant',
    document => (schemas(document).Topic.properties.object = { type: 'string', const: 'topic' }),
    /object: a constant that is not an integer/,
  ],
  [
    'a choice with a map',
    document => schemas(document).StepVariable.anyOf.push({ type: 'object', additionalProperties: {} }),
    /schema StepVariable: a union with a map/,
  ],
  [
    'a choice with the name of a map',
    document => schemas(document).StepVariable.anyOf.push({ $ref: '#/components/schemas/EventSchema' }),
    /schema StepVariable: a union with a map/,
  ],
  [
    'a default',
    document => (schemas(document).StopAutomation.properties.runs.default = 'finish'),
    /the default of runs makes it required/,
  ],
  [
    'two fields that differ in case and underscores',
    document => (schemas(document).EmailAttachment.properties.contentType = { type: 'string' }),
    /schema EmailAttachment: content_type and contentType are the same name/,
  ],
  [
    'a field whose name resembles one of a composed schema',
    document =>
      (schemas(document).EmailAttachment = {
        allOf: [schemas(document).EmailAttachment],
        properties: { Content_ID: { type: 'string' } },
      }),
    /schema EmailAttachment: Content_ID and content_id are the same name/,
  ],
  [
    'two values that differ in case',
    document => schemas(document).TopicVisibility.enum.push('Public'),
    /the values of TopicVisibility: public and Public are the same name/,
  ],
  [
    'two schemas that differ in case',
    document => (schemas(document).Sendemail = structuredClone(schemas(document).SendEmail)),
    /the schemas: SendEmail and Sendemail are the same name/,
  ],
  [
    'two operations that differ in case',
    document => (document.paths['/topics'].post.operationId = 'listTOPICS'),
    /the operations: listTopics and listTOPICS are the same name/,
  ],
  [
    'two parameters that differ in hyphens',
    document => document.paths['/emails'].get.parameters.push({ name: 'Li-mit', in: 'query', example: 1, schema: {} }),
    /the parameters of listEmails: limit and Li-mit are the same name/,
  ],
  [
    'a part of a form that is a union',
    document =>
      (schemas(document).CreateContactImport.properties.topics = {
        allOf: [{ $ref: '#/components/schemas/TopicChoices' }],
      }),
    /\(createContactImport\): the part topics has no named type/,
  ],
  [
    'a list of a choice in a form',
    document => (schemas(document).ImportSegments.items = { $ref: '#/components/schemas/SegmentChoice' }),
    /\(createContactImport\): the part segments is a list of a union/,
  ],
  [
    'a creation without links',
    document => delete document.paths['/audiences/{audience_id}/contacts'].post.responses['201'].links,
    /\(createAudienceContact\): the 201 response contains a created object but has no links/,
  ],
  [
    'a sent email without links',
    document => delete document.paths['/emails'].post.responses['200'].links,
    /\(sendEmail\): the 200 response contains a created object but has no links/,
  ],
  [
    'a body without a name',
    document => (send(document).requestBody.content['application/json'].schema = { type: 'object' }),
    /\(sendEmail\): the body has no name/,
  ],
  [
    'an answer without a name',
    document => (send(document).responses['200'].content['application/json'].schema = { type: 'object' }),
    /\(sendEmail\): the 200 response has no name/,
  ],
  ...[
    'The request has succeeded.',
    'The request has succeeded and a new resource has been created as a result.',
    'There is no content to send for this request, but the headers may be useful. ',
    'Successful',
    '',
  ].map((stock): [string, (document: Json) => void, RegExp] => [
    `an answer described as "${stock}"`,
    document => (send(document).responses['200'].description = stock),
    /\(sendEmail\): the 200 response has only a generated description/,
  ]),
  [
    'an error of its own',
    document => (send(document).responses['404'] = structuredClone(document.components.responses.NotFound)),
    /\(sendEmail\): the 404 response is not one of components/,
  ],
  [
    'an error of another status',
    document => (send(document).responses['404'] = { $ref: '#/components/responses/Conflict' }),
    /\(sendEmail\): the 404 response has another status/,
  ],
  [
    'a status that is not a constant',
    document => delete schemas(document).NotFound.properties.statusCode.const,
    /error NotFound: statusCode must be a constant/,
  ],
  [
    'an open list of names',
    document => delete schemas(document).NotFound.properties.name.enum,
    /error NotFound: name must be an enum/,
  ],
  [
    'a name without an example',
    document => schemas(document).NotFound.properties.name.enum.push('gone'),
    /error NotFound: no message for gone/,
  ],
  [
    'an OAuth error without an example',
    document => delete document.components.responses.TokenError.content['application/json'].examples.invalid_grant,
    /error TokenError: no message for invalid_grant/,
  ],
  [
    'a cursor that does not say what excludes it',
    document => (document.components.parameters['Cursor.after'].description = 'Where the page begins.'),
    /\(listEmails\): the description of after must mention that it excludes before/,
  ],
  [
    'a parameter without an example',
    document => delete document.components.parameters['Cursor.after'].example,
    /\(listEmails\): no example of the parameter after/,
  ],
  [
    'a schema that nothing refers to',
    document => (schemas(document).Lonely = { type: 'string' }),
    /schema Lonely: nothing refers to it/,
  ],
  [
    'an alias in use',
    document => delete document.paths['/email'].post.deprecated,
    /\(sendEmailByEmail\): an alias must be deprecated/,
  ],
  [
    'a deprecated operation without a beginning',
    document => (send(document).deprecated = true),
    /\(sendEmail\): deprecated, but x-deprecated-at is not a time/,
  ],
  [
    'a deprecated operation that ends before',
    document => (document.paths['/email'].post['x-sunset'] = '2020-01-01T00:00:00Z'),
    /\(sendEmailByEmail\): deprecated, but x-sunset is not a time after/,
  ],
  [
    'an alias of nothing',
    document => (document.paths['/email'].post['x-alias-of'] = 'send'),
    /\(sendEmailByEmail\): the operation of this alias does not exist/,
  ],
  [
    'a name that generators reserve',
    document => (schemas(document).AuthorizeError = { type: 'object' }),
    /\(authorize\): the schema AuthorizeError has a name/,
  ],
]

describe('the contract', () => {
  it('satisfies every rule', () => expect(faultsOf(good)).toEqual([]))
  it.each(bad)('must not have %s', (_, change, fault) => {
    expect(faultsAfter(change)).toEqual(expect.arrayContaining([expect.stringMatching(fault)]))
  })
})
