// What is wrong with a DPoP proof. The endpoints of the authorization server answer it in OAuth's form, the API in its own.
import { Refusal } from '../../../base/text/refusal.ts'

/** A sentence for the developer of the client; printable ASCII that never repeats what was sent. */
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
