// Device authorizations. Both codes are stored as hashes. A row belongs to no team: its client requests access before a person
// chooses one.
import type { Scope } from '../../../../generated/scopes.ts'
import { json, nullable, number, oneOf, text, uuid } from '../../../base/store/column.ts'
import { type RecordOf, table } from '../../../base/store/table.ts'
import type { Client } from '../clients/rules.ts'

const devices = table('oauth_device_codes', {
  user_code_hash: text,
  device_code_hash: text,
  /** The id in the client's requests. */
  client_id: text,
  /** The content of the client's document, if it has one. Nothing else about the client is stored before an approval. */
  document: nullable(json<Client>()),
  /** The requested scopes; after the approval the granted ones. */
  scopes: json<Scope[]>(),
  /** The IP address that the device's request came from. */
  ip: text,
  created_at: text,
  expires_at: text,
  /** Seconds that the client has to wait between two polls. */
  interval_s: number,
  polled_at: nullable(text),
  answer: nullable(oneOf<'approved' | 'denied'>()),
  /** The person, and the team that they chose. */
  approved_by: nullable(uuid),
  approved_for: nullable(uuid),
  /** When the tokens were issued, which happens only once. */
  consumed_at: nullable(text),
})

export type DeviceRecord = RecordOf<typeof devices>

export const findDeviceByUserCode = devices.find('user_code_hash').one

export const findDeviceByDeviceCode = devices.find('device_code_hash').one

/** Returns whether the user code was free. */
export const insertDeviceIfNew = devices.insertIfNew('user_code_hash').did

export const savePoll = devices.update({ by: ['device_code_hash'], set: ['polled_at', 'interval_s'] }).put

/** Returns whether this was the first answer: a request is answered only once. */
export const saveDeviceAnswer = devices.update({
  by: ['user_code_hash'],
  where: { answer: null },
  set: ['answer', 'scopes', 'approved_by', 'approved_for'],
}).did

/** Returns whether this call consumed it: of several polls, one gets tokens. */
export const consumeDevice = devices.update({
  by: ['device_code_hash'],
  where: { answer: 'approved', consumed_at: null },
  set: ['consumed_at'],
}).did

/** Expires requests that a person approved but whose tokens the device has not fetched yet. */
export const endDevicesOfUser = devices.update({
  by: ['approved_by'],
  where: { consumed_at: null },
  set: ['expires_at'],
}).put

export const removeDevicesExpired = devices.removeSome<never, { before: string }>({
  key: ['user_code_hash'],
  where: ({ rows, param }) => rows.where('expires_at', '<=', param('before')),
}).more
