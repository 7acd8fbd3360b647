// Bytes as they are stored: writing costs more than packing, as requests of a team are much like each other.
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'

/** A little is not worth it. */
const PACKED_FROM = 2_048
/** What a frame of Zstandard begins with (RFC 8878 3.1.1), and no JSON. */
const MAGIC = Buffer.from('28b52ffd', 'hex')
const FASTEST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }
/** What is packed is smaller; more is none of ours. */
const UNPACKED = { maxOutputLength: 4_194_304 }

/** Keeps nothing of what was given. */
export function packedLog(bytes: Buffer): Buffer {
  return bytes.length < PACKED_FROM ? Buffer.from(bytes) : zstdCompressSync(bytes, FASTEST)
}

export function unpackedLog(bytes: Buffer): Buffer {
  return bytes.subarray(0, MAGIC.length).equals(MAGIC) ? zstdDecompressSync(bytes, UNPACKED) : bytes
}
