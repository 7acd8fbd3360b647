// Valid and invalid texts for each pattern and format of the contract whose edges cannot be computed. A pattern that is
// missing here fails the test that needs it.
import type { Json } from '../../scripts/openapi.ts'
import type { Samples } from './edges.ts'

const NAMED = { right: ['x', ' ä ', 'Ada’s list 😀'], wrong: ['', ' ', '\t'] }
const MAILBOX: Samples = {
  right: ['ada@example.org', 'Ada <ada@example.org>', '"Lovelace, Ada" <ada@example.org>', '<ada@bücher.example>'],
  wrong: [
    'ada',
    'ada@example',
    'ada@@example.org',
    'Lovelace, Ada <ada@example.org>',
    'a b@example.org',
    'a@b.example, c@d.example',
  ],
  long: length => (length < 30 ? `a@${'b.c'.slice(0, length - 2)}` : `${'x'.repeat(length - 18)} <ada@example.org>`),
}
const ADDRESS: Samples = {
  right: ['ada@example.org', 'ada+tag@mail.example.org', "o'neil@example.org"],
  wrong: ['ada', 'ada@', '@example.org', 'ada@exa mple.org', 'Ada <ada@example.org>'],
  // a local part has at most 64 characters, and so has each label except the last
  long: length => {
    if (length < 70) return `a@${'b.c'.slice(0, length - 2)}`
    const label = 'd'.repeat(60)
    const domain = `${label}.${label}.${label}.example`
    return `${'l'.repeat(length - domain.length - 1)}@${domain}`
  },
}
const REFERENCES = ['event.plan', 'event.a.b', 'contact.email', 'contact.properties.seats']
const NO_REFERENCES = ['', 'event', 'event.', 'event..a', 'contact.age', 'contact.properties', 'payload.plan']
const ONE_LINE = { right: ['Hello'], wrong: ['Hello\r\nBcc: x@example.org', 'a\u0000b'] }
const WEB_ADDRESS = {
  right: ['https://app.example/logo.png', 'HTTP://app.example'],
  wrong: ['app.example', 'ftp://app.example/x', 'javascript:x'],
}

/** The samples by pattern or format. */
export function samplesOf(document: Json): ReadonlyMap<string, Samples> {
  const { schemas } = document.components
  const pattern = (name: string, field?: string): string =>
    field ? schemas[name].properties[field].pattern : schemas[name].pattern
  return new Map<string, Samples>([
    ['uuid', { right: [], wrong: ['', 'no', '5d8b3e0a-8f1d-4c57-9a44-0f6f3a6c2b1'] }],
    [
      'date-time',
      { right: ['2026-11-02T08:00:00.000Z', '2026-11-02T08:00:00+01:00'], wrong: ['', '2026-11-02', 'soon'] },
    ],
    ['idn-email', ADDRESS],
    [
      'uri',
      {
        right: ['https://app.example/callback', 'http://127.0.0.1/callback', 'com.example.app:/callback'],
        wrong: ['', 'callback', '/callback', 'https://app.example/a b'],
      },
    ],
    [pattern('InboxAddress'), ADDRESS],
    [pattern('CreateInboxLabel', 'color'), { right: ['#E93D82', '#e93d82'], wrong: ['red', '#E93D8', 'E93D82'] }],
    [pattern('Mailbox'), MAILBOX],
    [pattern('MailboxOrNone'), { ...MAILBOX, right: ['', ...MAILBOX.right] }],
    [pattern('SendEvent', 'email'), ADDRESS],
    [pattern('EventName'), NAMED],
    [pattern('CreateAutomation', 'name'), NAMED],
    [pattern('EmailTagText'), { right: ['kind', 'a_b-C9'], wrong: ['', 'a b', 'ä', 'a.b'] }],
    [
      pattern('EmailHeaderText'),
      {
        right: ['', 'x\ty', 'ä'],
        wrong: ['a\nb', 'a\r\nBcc: x@example.org'],
        long: length => 'word '.repeat(length).slice(0, length),
      },
    ],
    [pattern('CreateTemplate', 'subject'), ONE_LINE],
    [schemas.EmailHeaders.propertyNames.pattern, { right: ['X-Entity-Ref', 'x!'], wrong: ['', 'X Ref', 'X:Ref', 'Ä'] }],
    [schemas.ContactValues.propertyNames.pattern, { right: ['plan'], wrong: ['', 'a-b', 'ä'] }],
    [pattern('TemplateVariableKey'), { right: ['PLAN', 'a_1'], wrong: ['', 'a-b', 'ä'] }],
    [
      pattern('Base64Text'),
      {
        right: ['aGk=', 'aGll', 'aGk', 'a G\nl\r\n-', '_w==', ' YQ= = '],
        wrong: ['a', 'a*b=', 'ä', 'aG=', 'aGk==', 'aGlr=', '=aGk', 'aGk=aGk=', 'aG\vlr'],
      },
    ],
    [
      pattern('EmailAttachment', 'path'),
      {
        right: ['https://app.example/a?b=c', 'HTTP://app.example:8080'],
        wrong: ['app.example', 'ftp://app.example/x', 'https://', 'https://app.example/a b'],
        long: length => `http://a/${'x'.repeat(length)}`.slice(0, length),
      },
    ],
    [
      pattern('EmailAttachment', 'content_type'),
      {
        right: ['', 'text/plain', 'text/plain; charset=utf-8', 'a/b ;c="d e";f=g'],
        wrong: ['text', 'text/', '/plain', 'ä/b', 'a/b;', 'a/b; c', 'a/b; c="d', 'a/b; c="\\"', 'a/b\r\nBcc: x'],
        long: length => `a/${'x'.repeat(length - 2)}`,
      },
    ],
    [
      pattern('EmailAttachment', 'content_id'),
      {
        right: ['', 'logo', '<logo@example.org>', 'x'.repeat(127), `<${'x'.repeat(127)}>`],
        wrong: ['a b', 'ä', 'a<b', 'a\nb', '<>', '<a', 'a>', 'x'.repeat(128), `<${'x'.repeat(128)}>`],
      },
    ],
    [
      pattern('EmailMetricsMoment'),
      {
        right: ['', '2020-01-02', '2020-01-02T08:00Z', '2020-01-02 08:00:00.123', '2020-01-02T08:00:00+01:00'],
        wrong: ['soon', '2020-01', '2020-01-02T08', '2020-01-02T08:00 ET'],
      },
    ],
    ['^\\d{4}-\\d{2}-\\d{2}$', { right: ['2026-11-02'], wrong: ['', 'today', '2026-1-2', '2026-11-02T08:00:00Z'] }],
    [
      pattern('ShareEmail', 'expires_in'),
      { right: ['', '10m', '2 hours', '1h 30m', '1 day and 2 hours'], wrong: ['soon', 'hours', '-1 h', '2 hours!'] },
    ],
    [
      pattern('CreateDomain', 'custom_return_path'),
      {
        right: ['send', 'A1', 'in-bound'],
        wrong: ['', '1a', '-a', 'a-', 'a.b', 'ä'],
      },
    ],
    [
      pattern('CreateDomain', 'tracking_subdomain'),
      {
        right: ['links', 'a.b', 'LINKS-1', ' links '],
        wrong: ['', '-a', 'a-', 'a..b', 'ä', 'a b', 'a_b', 'x'.repeat(64)],
      },
    ],
    [
      pattern('DomainName'),
      {
        right: ['edge.example', ' EDGE.example. ', 'bücher.example', 'a.b.c.example'],
        wrong: [
          '',
          'example',
          'a b.example',
          'a..example',
          'ada@a.example',
          'https://a.example',
          'a.example/',
          '-a.example',
        ],
      },
    ],
    [
      pattern('Duration'),
      {
        right: ['1 second', '30 days', '1.5 hours', '0.5 minutes'],
        wrong: ['', '0 days', '-1 days', '1 fortnight', '1  day', 'soon'],
        long: length => `${'0'.repeat(8)}1 ${'x'.repeat(Math.max(length - 10, 0))}`,
      },
    ],
    [
      '^(running|completed|failed|cancelled)(,(running|completed|failed|cancelled))*$',
      { right: ['running', 'failed,completed'], wrong: ['', 'done', 'running,'] },
    ],
    [pattern('LocalTime'), { right: ['00:00', '23:59'], wrong: ['24:00', '9:00', '12:60', ''] }],
    [
      pattern('VariableReference', 'var'),
      { right: REFERENCES, wrong: NO_REFERENCES, long: length => `event.${'x'.repeat(length)}`.slice(0, length) },
    ],
    [
      pattern('SegmentComparison', 'field'),
      {
        right: ['contact.email', 'contact.unsubscribed', 'contact.properties.plan'],
        wrong: [
          '',
          'contact',
          'contact.age',
          'contact.properties',
          'topics.news',
          'event.plan',
          'days_since.read',
          'opened.news',
        ],
      },
    ],
    [
      pattern('ComparisonRule', 'field'),
      {
        right: REFERENCES,
        wrong: [...NO_REFERENCES, 'wait_events.a.b'],
        long: length => `event.${'x'.repeat(length)}`.slice(0, length),
      },
    ],
    [
      pattern('RegisterClient', 'scope'),
      { right: ['', 'full_access', 'emails:send  full_access'], wrong: [' ', 'emails', 'full_access,emails:send'] },
    ],
    [pattern('RegisterClient', 'logo_uri'), WEB_ADDRESS],
    [
      pattern('HttpRequestConfig', 'url'),
      {
        right: ['https://app.example/a?b=c', 'HTTP://app.example:8080'],
        wrong: ['app.example', 'ftp://app.example/x', 'https://', 'https://me@app.example/'],
        long: length => `http://a/${'x'.repeat(length)}`.slice(0, length),
      },
    ],
    [
      pattern('WebhookUrl'),
      {
        right: ['https://app.example/hook?a=b@c', 'HTTP://app.example:8080'],
        wrong: [
          'app.example',
          'ftp://app.example/x',
          'https://',
          'https:///x',
          'https://me@app.example/',
          'http://a/ b',
        ],
        long: length => `http://a/${'x'.repeat(length)}`.slice(0, length),
      },
    ],
  ])
}
