// Compression of stored entries. Requests of a team are alike, so compressing them costs less than writing them in full.
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'

/** Fewer bytes are stored as they are. */
const PACKED_FROM = 2_048
/** The magic number of a Zstandard frame (RFC 8878 3.1.1). No JSON begins with it, so it tells compressed rows from others. */
const MAGIC = Buffer.from('28b52ffd', 'hex')
const FASTEST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }
/** Above what this server ever packs: bounds the memory that a damaged row can take. */
const UNPACKED = { maxOutputLength: 4_194_304 }

/** Returns bytes of its own, so that the given buffer can be used again. */
export function packedLog(bytes: Buffer): Buffer {
  return bytes.length < PACKED_FROM ? Buffer.from(bytes) : zstdCompressSync(bytes, FASTEST)
}

export function unpackedLog(bytes: Buffer): Buffer {
  return bytes.subarray(0, MAGIC.length).equals(MAGIC) ? zstdDecompressSync(bytes, UNPACKED) : bytes
}
