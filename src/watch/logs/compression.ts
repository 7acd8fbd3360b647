// Compresses stored entries. Requests of a team are similar, so compressing them costs less than writing them in full.
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'

/** Shorter data is stored uncompressed. */
const PACKED_FROM = 2_048
/**
 * The magic number of a Zstandard frame (RFC 8878 3.1.1). No JSON starts with it, so it distinguishes compressed rows
 * from others.
 */
const MAGIC = Buffer.from('28b52ffd', 'hex')
const FASTEST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }
/** Greater than anything this server packs: limits the memory that a damaged row can use. */
const UNPACKED = { maxOutputLength: 4_194_304 }

/** Returns a new buffer, so that the given one can be used again. */
export function compressLog(bytes: Buffer): Buffer {
  return bytes.length < PACKED_FROM ? Buffer.from(bytes) : zstdCompressSync(bytes, FASTEST)
}

export function decompressLog(bytes: Buffer): Buffer {
  return bytes.subarray(0, MAGIC.length).equals(MAGIC) ? zstdDecompressSync(bytes, UNPACKED) : bytes
}
