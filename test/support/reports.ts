// Delivery reports and complaints as mail servers write them.

/** Converts line ends to CRLF. */
export const wired = (text: string): string => text.replaceAll(/\r?\n/g, '\r\n')

const HEAD = `From: Mail Delivery System <mailer-daemon@mx.example.net>
To: bounces@send.example.org
Subject: Undelivered Mail Returned to Sender
Auto-Submitted: auto-replied
MIME-Version: 1.0
`
const RETURNED = `From: Ada <ada@example.org>
To: grace@example.net
Subject: Invoice 7
Message-ID: <0b8d@example.org>
`

/** A DSN (RFC 3464). `recipients`: the fields of each recipient. */
export function dsn(recipients: string[], words = 'This mail could not be delivered.', message = ''): string {
  return wired(`${HEAD}Content-Type: multipart/report; report-type=delivery-status; boundary="bb"

--bb
Content-Type: text/plain; charset=us-ascii

${words}

--bb
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.net
${message}Arrival-Date: Sun, 22 Nov 2026 10:00:00 +0000

${recipients.join('\n\n')}

--bb
Content-Type: text/rfc822-headers

${RETURNED}
--bb--
`)
}

export const failed = (address: string, diagnostic = 'smtp; 550 5.1.1 No such user', status = '5.1.1'): string =>
  `Final-Recipient: rfc822; ${address}\nAction: failed\nStatus: ${status}\nDiagnostic-Code: ${diagnostic}`

/** A complaint (RFC 5965). */
export function arf(fields: string): string {
  return wired(`From: feedback@provider.example
To: feedback@send.example.org
Subject: FW: Invoice 7
MIME-Version: 1.0
Content-Type: multipart/report; report-type=feedback-report; boundary="bb"

--bb
Content-Type: text/plain

This is an email abuse report.

--bb
Content-Type: message/feedback-report

${fields}

--bb
Content-Type: message/rfc822

${RETURNED}
Thank you!
--bb--
`)
}

/** A bounce without a machine-readable part. */
export const worded = (text: string, head = 'From: MAILER-DAEMON@mx.example.net\nSubject: failure notice\n'): string =>
  wired(`${head}\n${text}\n`)
