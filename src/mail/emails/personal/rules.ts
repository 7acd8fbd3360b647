// The form of an email after one of its recipients is erased: without content, and with the remaining recipients only.
import { searchedAddress } from '../search/rules.ts'
import type { EmailEvent, RecipientState } from '../events.ts'
import { isFinalEvent } from '../rules.ts'
import type { ErasableEmail } from './store.ts'

const isSame = (text: string, address: string): boolean => searchedAddress(text) === address

const wordless = ({ address, status, code }: RecipientState): RecipientState => ({ address, status, code, reply: '' })

/** `wait`: other recipients have not received the email yet. */
export function eraseRecipient(email: ErasableEmail, address: string): ErasableEmail | 'wait' {
  const others = (list: readonly string[]): string[] => list.filter(text => !isSame(text, address))
  const [to, cc, bcc] = [others(email.to), others(email.cc), others(email.bcc)]
  const isOver = isFinalEvent(email.last_event)
  const isAlone = to.length + cc.length + bcc.length === 0
  if (!isOver && !isAlone) return 'wait'
  const settled = Object.entries(email.settled).filter(([each]) => !isSame(each, address))
  return {
    ...email,
    to,
    cc,
    bcc,
    last_event: isOver ? email.last_event : 'canceled',
    settled: Object.fromEntries(settled),
    // a server's reply may contain data of any person
    recipients: email.recipients.filter(each => !isSame(each.address, address)).map(wordless),
  }
}

export function eraseDetail({ link: _link, ...detail }: EmailEvent['detail'], address: string): EmailEvent['detail'] {
  return { ...detail, recipients: detail.recipients.filter(each => !isSame(each, address)), words: '' }
}
