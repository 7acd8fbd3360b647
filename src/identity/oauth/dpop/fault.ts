// Faults of a DPoP proof. The endpoints of the authorization server return them in OAuth's form, the API in its own.
import { Refusal } from '../../../base/text/refusal.ts'

/** A sentence for the developer of the client, in printable ASCII, which never repeats input. */
export class ProofFault extends Error {}

/** The API's refusal of a token that is bound to a key, or of its proof (RFC 9449 7.1). */
export class DpopRefusal extends Refusal {
  /** For the `WWW-Authenticate` header. */
  readonly error: 'invalid_token' | 'invalid_dpop_proof'

  constructor(error: DpopRefusal['error'], message: string) {
    super(401, { statusCode: 401, message, name: 'invalid_api_key' }, message)
    this.error = error
  }
}
