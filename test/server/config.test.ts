// Settings: an invalid one is reported in one sentence, with its value unless that may be a secret.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { withSettingsTable } from '../../scripts/settings-table.ts'
import { readConfig } from '../../src/base/config/config.ts'
import { sandboxConfig } from '../../scripts/sandbox/sandbox.ts'
import { readSettings, type SettingRow, SETTINGS } from '../../src/base/config/settings.ts'

const secret = 'hunter2-secret'

function complaint(env: Record<string, string>): string {
  try {
    readConfig(env)
  } catch (error) {
    return (error as Error).message
  }
  return ''
}

describe('an invalid setting', () => {
  it.each<[string, string, string]>([
    ['PORT', 'x', 'PORT is "x": it must be a whole number from 0 to 65535.'],
    ['PORT', '-1', 'PORT is "-1": it must be a whole number from 0 to 65535.'],
    ['PORT', '65536', 'PORT is "65536": it must be a whole number from 0 to 65535.'],
    ['PUBLIC_URL', 'https://a.example/x', 'PUBLIC_URL is "https://a.example/x": it must be an http or https address'],
    ['PUBLIC_URL', 'a.example', 'PUBLIC_URL is "a.example": it must be an http or https address'],
    ['DATABASE_URL', `mysql://a:${secret}@b/c`, 'DATABASE_URL must be sqlite:<file>, such as'],
    [
      'DATABASE_URL',
      `postgres://a:${secret}@b/c?connections=2`,
      'DATABASE_URL is invalid. `connections` must be a whole number of at least 6',
    ],
    ['DATABASE_URL', 'sqlite:', 'DATABASE_URL must be sqlite:<file>'],
    ['DATABASE_URL', 'sqlite:data/', 'DATABASE_URL must be sqlite:<file>'],
    ['DATABASE_URL', 'sqlite::memory:', 'DATABASE_URL must be sqlite:<file>'],
    ['SMTP_URL', `http://a:${secret}@b`, 'SMTP_URL is invalid. The URL of an SMTP relay must be smtp://host:port'],
    [
      'SMTP_URL',
      `smtp://:${secret}@b`,
      'SMTP_URL is invalid. The URL of an SMTP relay must have both user and password',
    ],
    ['ROLES', 'api', 'ROLES is "api": it must be web, worker or web,worker.'],
    ['ROLES', 'web,web', 'ROLES is "web,web": it must be web, worker or web,worker.'],
    [
      'ROLES',
      'web',
      'ROLES is "web", but SQLite supports only one process, with web,worker. To run several processes, set',
    ],
    ['ROLES', 'worker', 'ROLES is "worker", but SQLite supports only one process, with web,worker. To run'],
    ['SMTP_IN_PORT', '70000', 'SMTP_IN_PORT is "70000": it must be a whole number from 0 to 65535.'],
    ['SMTP_IN_KEY_FILE', 'k.pem', 'SMTP_IN_CERT_FILE and SMTP_IN_KEY_FILE must be set together.'],
    ['DELIVERY', 'smtp', 'DELIVERY is "smtp": it must be one of capture, relay, direct.'],
    [
      'DELIVERY',
      'relay',
      'DELIVERY is "relay", but no relay is set. Set SMTP_URL, or set DELIVERY to capture or direct.',
    ],
    ['SMTP_RELAYS', `a=http://a:${secret}@b`, 'SMTP_RELAYS is invalid. Invalid relay "a". The URL of an SMTP relay'],
    ['SMTP_RELAYS', 'smtp://b', 'SMTP_RELAYS is invalid. A relay must be written as name=smtp://host;weight=2'],
    ['SMTP_RELAYS', 'main=smtp://b', 'SMTP_RELAYS is invalid. The name "main" is reserved for SMTP_URL.'],
    ['SMTP_RELAYS', 'a=smtp://b a=smtp://c', 'SMTP_RELAYS is invalid. Two relays have the name "a".'],
    ['SMTP_RELAYS', 'a=smtp://b;weight=x', 'SMTP_RELAYS is invalid. The weight of the relay "a" must be a whole'],
    ['SMTP_RELAYS', 'a=smtp://b;wieght=1', 'SMTP_RELAYS is invalid. Unknown setting of the relay "a". Allowed:'],
    ['SMTP_RELAYS', 'a=smtp://b;domains=', 'SMTP_RELAYS is invalid. The domains of the relay "a" must be domains'],
    ['MX_PORT', '0', 'MX_PORT is "0": it must be a whole number from 1 to 65535.'],
    ['ALLOW_PRIVATE_ADDRESSES', 'yes', 'ALLOW_PRIVATE_ADDRESSES is "yes": it must be true or false.'],
    ['SMTP_TLS', 'yes', 'SMTP_TLS is "yes": it must be one of required, opportunistic, off.'],
    ['SMTP_CONNECTIONS', '0', 'SMTP_CONNECTIONS is "0": it must be a whole number from 1 to 1000.'],
    ['UNKNOWN_OUTCOME', 'maybe', 'UNKNOWN_OUTCOME is "maybe": it must be one of resend, hold.'],
    ['EMAIL_EXPIRY_HOURS', '0', 'EMAIL_EXPIRY_HOURS is "0": it must be a whole number from 1 to 720.'],
    ['METRICS_TOKEN', secret, 'METRICS_TOKEN must be 16 to 200 letters, digits or any of - . _ ~ + / ='],
    ['METRICS_TOKEN', `${secret} and a space`, 'METRICS_TOKEN must be 16 to 200 letters'],
    [
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      'localhost:4318',
      'OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https address, such',
    ],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://a b', 'OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https address, such'],
    [
      'OTEL_TRACES_SAMPLER_ARG',
      '1.5',
      'OTEL_TRACES_SAMPLER_ARG is "1.5": it must be a number from 0 to 1, such as 0.05.',
    ],
    ['AUDIT_RETENTION_DAYS', '-1', 'AUDIT_RETENTION_DAYS is "-1": it must be a whole number from 0 to 3650.'],
    ['METRICS_PORT', '0', 'METRICS_PORT is "0": it must be a whole number from 1 to 65535.'],
    ['STOP_SECONDS', '-1', 'STOP_SECONDS is "-1": it must be a whole number from 1 to 300.'],
    ['OIDC_ISSUER', 'http://id.example.com', 'OIDC_ISSUER is "http://id.example.com": it must be the https URL of an'],
    [
      'OIDC_ISSUER',
      'https://id.example.com/?a=b',
      'OIDC_ISSUER is "https://id.example.com/?a=b": it must be the https',
    ],
    ['OIDC_ISSUER', 'https://id.example.com', 'OIDC_ISSUER requires OIDC_CLIENT_ID and OIDC_CLIENT_SECRET'],
    ['OIDC_CLIENT_ID', 'me', 'OIDC_CLIENT_ID requires OIDC_ISSUER. Set it, or unset OIDC_CLIENT_ID.'],
    ['OIDC_CLIENT_SECRET', secret, 'OIDC_CLIENT_SECRET requires OIDC_ISSUER'],
    ['OIDC_NAME', 'Us', 'OIDC_NAME requires OIDC_ISSUER'],
    ['OIDC_NAME', 'x'.repeat(41), 'OIDC_NAME is "xxxxxxxx'],
    ['BACKUP_EVERY_HOURS', 'daily', 'BACKUP_EVERY_HOURS is "daily": it must be a whole number from 0 to 8760.'],
    ['BACKUP_KEEP', '0', 'BACKUP_KEEP is "0": it must be a whole number from 1 to 1000.'],
    ['ADMIN_EMAIL', 'admin', 'ADMIN_EMAIL is "admin": it must be an email address.'],
    ['NOTICES_FROM', 'us', 'NOTICES_FROM is "us": it must be an email address.'],
    ['WEBHOOK_TIMEOUT_SECONDS', '0', 'WEBHOOK_TIMEOUT_SECONDS is "0": it must be a whole number from 1 to 60.'],
    ['ADMIN_PASSWORD', 'hunter2', 'ADMIN_PASSWORD must have at least 10 characters.'],
    ['BOOTSTRAP_API_KEY', secret, 'BOOTSTRAP_API_KEY must be re_ and 20 to 100 letters'],
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL is "loud": it must be one of trace, debug'],
    ['TRUSTED_PROXIES', '10.0.0.0/99', 'TRUSTED_PROXIES is "10.0.0.0/99": it must be IP addresses or networks'],
    ['ALLOWED_PRIVATE_NETWORKS', 'intranet', 'ALLOWED_PRIVATE_NETWORKS is "intranet": it must be IP addresses'],
    [
      'DNS_SERVERS',
      '10.0.0.53, dns.example.com',
      'DNS_SERVERS is "10.0.0.53, dns.example.com": it must be IP addresses,',
    ],
    ['DNS_SERVERS', '10.0.0.53:0', 'DNS_SERVERS is "10.0.0.53:0": it must be IP addresses, optionally with a port'],
    ['DNS_SERVERS', '[::1]:70000', 'DNS_SERVERS is "[::1]:70000": it must be IP addresses'],
    ['DNS_SERVERS', '[10.0.0.1]:53', 'DNS_SERVERS is "[10.0.0.1]:53": it must be IP addresses'],
    [
      'OAUTH_ACCESS_TOKEN_SECONDS',
      '1',
      'OAUTH_ACCESS_TOKEN_SECONDS is "1": it must be a whole number from 60 to 86400.',
    ],
    ['MCP', 'yes', 'MCP is "yes": it must be one of on, off.'],
    ['MCP_ALLOWED_ORIGINS', 'app.example', 'MCP_ALLOWED_ORIGINS is "app.example": it must be http or https addresses'],
    ['OAUTH_REFRESH_TOKEN_DAYS', '1e3', 'OAUTH_REFRESH_TOKEN_DAYS is "1e3": it must be a whole number from 1 to 3650.'],
    ['OAUTH_UNTRUSTED_ERRORS_AS_JSON', '1', 'OAUTH_UNTRUSTED_ERRORS_AS_JSON is "1": it must be true or false.'],
    [
      'OAUTH_CLIENT_DOCUMENT_HOSTS',
      'a.example,',
      'OAUTH_CLIENT_DOCUMENT_HOSTS is "a.example,": it must be *, none, or',
    ],
    [
      'OAUTH_CLIENT_DOCUMENT_HOSTS',
      'none, a.example:1',
      'OAUTH_CLIENT_DOCUMENT_HOSTS is "none, a.example:1": it must be',
    ],
    [
      'OAUTH_CLIENT_DOCUMENT_BLOCKED_HOSTS',
      'https://a.example',
      'OAUTH_CLIENT_DOCUMENT_BLOCKED_HOSTS is "https://a.example": it must be *, none, or host names',
    ],
  ])('%s=%s', (name, value, sentence) => {
    const said = complaint({ [name]: value })
    expect(said.startsWith(sentence), said).toBe(true)
    expect(said.split('\n')).toHaveLength(1)
    expect(said).not.toContain('hunter2')
  })

  it('is reported with all other invalid ones', () => {
    expect(complaint({ PORT: 'x', LOG_LEVEL: 'loud', ADMIN_EMAIL: '' }).split('\n')).toHaveLength(2)
  })
})

describe('the roles of a process', () => {
  const DATABASE_URL = 'postgres://a:b@c/d'

  it.each([
    [{}, ['web', 'worker']],
    [{ ROLES: ' worker, web ' }, ['web', 'worker']],
    [{ ROLES: 'web,worker', DATABASE_URL }, ['web', 'worker']],
    [{ ROLES: 'web', DATABASE_URL }, ['web']],
    [{ ROLES: 'worker', DATABASE_URL }, ['worker']],
  ])('are, with %j, %j', (env, roles) => {
    expect(readConfig(env).roles).toEqual(roles)
  })

  it('are not reported if the database setting is the invalid one', () => {
    const said = complaint({ ROLES: 'web', DATABASE_URL: 'postgres://a:b@c/d?connections=2' })
    expect(said.split('\n')).toHaveLength(1)
    expect(said).toContain('DATABASE_URL is invalid')
  })
})

describe('the delivery mode', () => {
  const SMTP_URL = `smtp://a:${secret}@relay.example`

  it.each([
    [{}, 'capture', undefined],
    [{ SMTP_URL }, 'relay', SMTP_URL],
    [{ SMTP_URL, DELIVERY: 'relay' }, 'relay', SMTP_URL],
    [{ SMTP_URL, DELIVERY: 'capture' }, 'capture', undefined],
    [{ DELIVERY: 'capture' }, 'capture', undefined],
    [{ DELIVERY: 'direct' }, 'direct', undefined],
  ])('is, with %j, %s', (env, delivery, smtp_url) => {
    expect(readConfig(env)).toMatchObject({ delivery, smtp_url })
  })

  it('is rejected if two settings contradict each other, without showing secrets', () => {
    const said = complaint({ DELIVERY: 'direct', SMTP_URL })
    expect(said).toBe('DELIVERY is "direct", but SMTP_URL sets a relay for all email. Unset one of them.')
  })

  it('is relay with several relays, of which SMTP_URL is the first', () => {
    const SMTP_RELAYS = `a=smtp://b;weight=0;per_minute=60\n eu=smtps://u:${secret}@c;domains=gmx.de,*.web.de;connections=3`
    const { relays, delivery } = readConfig({ SMTP_URL, SMTP_RELAYS, SMTP_CONNECTIONS: '7' })
    expect(delivery).toBe('relay')
    expect(relays.map(({ name, weight, connections }) => [name, weight, connections])).toEqual([
      ['main', 1, 7],
      ['a', 0, 7],
      ['eu', 1, 3],
    ])
    expect(relays[1]).toMatchObject({ per_minute: 60, domains: [], senders: [] })
    expect(relays[2]!.domains).toEqual(['gmx.de', '*.web.de'])
    expect(readConfig({ SMTP_RELAYS }).delivery).toBe('relay')
    expect(readConfig({ SMTP_RELAYS, DELIVERY: 'capture' }).relays).toEqual([])
  })

  it('is direct, except for the domains and senders of relays', () => {
    expect(readConfig({ DELIVERY: 'direct', SMTP_RELAYS: 'a=smtp://b;senders=x.com' }).relays).toHaveLength(1)
    const said = complaint({ DELIVERY: 'direct', SMTP_RELAYS: 'a=smtp://b' })
    expect(said).toBe('DELIVERY is "direct", but the relay "a" is for all email. Set its domains or senders.')
  })

  it('is capture in a sandbox, regardless of the settings', () => {
    expect(sandboxConfig({ DELIVERY: 'direct' }).delivery).toBe('capture')
    expect(sandboxConfig({ DELIVERY: 'relay', SMTP_URL }).smtp_url).toBeUndefined()
  })
})

describe('private addresses', () => {
  const asked = ['127.0.0.1', '10.1.2.3', '::1', 'fe80::1', '169.254.169.254']

  it('are blocked unless they are allowed', () => {
    const { private_networks } = readConfig({})
    for (const ip of asked) expect(private_networks.includes(ip), ip).toBe(false)
    expect(readConfig({ ALLOWED_PRIVATE_NETWORKS: '10.0.0.0/8' }).private_networks.includes('10.1.2.3')).toBe(true)
  })

  it('are all allowed by one setting, which does not affect public addresses', () => {
    const { private_networks } = readConfig({ ALLOW_PRIVATE_ADDRESSES: 'true', ALLOWED_PRIVATE_NETWORKS: '10.0.0.0/8' })
    for (const ip of asked) expect(private_networks.includes(ip), ip).toBe(true)
    for (const ip of ['192.0.2.300', 'mail.example', '9.9.9.9']) expect(private_networks.includes(ip), ip).toBe(false)
  })
})

describe('host names', () => {
  it.each([
    [{ DNS_SERVERS: '10.0.0.53, 127.0.0.1:5353 ,[::1]:5353' }, ['10.0.0.53', '127.0.0.1:5353', '[::1]:5353']],
    [{}, []],
  ])('are resolved, with %j, at %j', (env, servers) => {
    expect(readConfig(env).dns_servers).toEqual(servers)
  })

  it.each([
    [{}, 'localhost'],
    [{ PUBLIC_URL: 'https://api.example.com:8443' }, 'api.example.com'],
    [{ PUBLIC_URL: 'https://api.example.com', MAIL_HOST: 'MX.example.com' }, 'mx.example.com'],
  ])('of this server in SMTP is, with %j, %s', (env, name) => {
    expect(readConfig(env).mail_host).toBe(name)
  })
})

describe('scheduled backups', () => {
  it('are rejected for a database that is not a file, with a link to the documentation', () => {
    const said = complaint({ BACKUP_EVERY_HOURS: '24', DATABASE_URL: `postgres://a:${secret}@b/c` })
    expect(said).toContain('BACKUP_EVERY_HOURS supports only SQLite')
    expect(said).toContain('docs/postgres.md')
    expect(said).not.toContain(secret)
    expect(complaint({ BACKUP_EVERY_HOURS: '0', DATABASE_URL: `postgres://a:${secret}@b/c` })).toBe('')
  })
})

describe('the table of settings', () => {
  it('has no invalid default', () => {
    const defaults = Object.entries<SettingRow>(SETTINGS).map(([name, setting]) => [name, setting.default] as const)
    expect(readSettings(Object.fromEntries(defaults)).wrong).toEqual([])
  })

  it('describes the effect of each missing setting', () => {
    const silent = Object.entries<SettingRow>(SETTINGS).filter(([, each]) => !(each.default || each.otherwise))
    expect(silent).toEqual([])
  })

  it('equals the table in docs/settings.md', () => {
    const page = readFileSync('docs/settings.md', 'utf8')
    expect(withSettingsTable(page)).toBe(page)
    for (const name of Object.keys(SETTINGS)) expect(page).toContain(`| \`${name}\` | `)
  })

  it.each([
    'ADMIN_PASSWORD',
    'BOOTSTRAP_API_KEY',
    'DATABASE_URL',
    'METRICS_TOKEN',
    'NEW_PASSWORD',
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'SMTP_RELAYS',
    'SMTP_URL',
  ])('marks %s as a possible secret', name =>
    expect(Object.entries<SettingRow>(SETTINGS).find(([key]) => key === name)?.[1].secret).toBe(true),
  )
})

describe('a default', () => {
  it.each(['0', '80', '443', '65535'])('PORT=%s leads to a valid PUBLIC_URL', PORT => {
    const { port, public_url } = readConfig({ PORT })
    expect([port, public_url]).toEqual([Number(PORT), new URL(`http://localhost:${PORT}`).origin])
  })
})

describe('an unknown setting', () => {
  it.each([
    ['SMTP_URI', 'SMTP_URL'],
    ['PUBLICURL', 'PUBLIC_URL'],
    ['public_url', 'PUBLIC_URL'],
    ['DATABSE_URL', 'DATABASE_URL'],
    ['OAUTH_ACCESS_TOKEN_SECOND', 'OAUTH_ACCESS_TOKEN_SECONDS'],
    ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
    // two letters that changed places, also in a short name
    ['SMPT_URL', 'SMTP_URL'],
    ['STMP_URL', 'SMTP_URL'],
    ['PUBLIC_ULR', 'PUBLIC_URL'],
    ['LETTERMILL_PORT', 'PORT'],
    // what other programs call it
    ['SMTP_HOST', 'SMTP_URL'],
    ['MAIL_URL', 'SMTP_URL'],
    ['POSTGRES_URL', 'DATABASE_URL'],
  ])('%s is reported as a misspelling of %s', (name, meant) => {
    expect(readConfig({ [name]: 'x' }).nearly).toEqual([{ name, meant }])
  })

  it('is not reported if it belongs to another program and ours is set, too', () => {
    expect(readConfig({ SMTP_HOST: 'x', SMTP_URL: 'smtp://relay.example.com' }).nearly).toEqual([])
  })

  it.each([
    'HOSTNAME',
    'HOME',
    'PATH',
    'PWD',
    'NODE_ENV',
    'LANG',
    'LOGNAME',
    'TERM',
    'MAIL',
    'USER',
    'npm_config_port',
    'POSTGRES_PASSWORD',
    'SHELL',
    'HOSTTYPE',
  ])('%s is not reported', name => {
    expect(readConfig({ [name]: 'x' }).nearly).toEqual([])
  })
})
