/**
 * Copies bytes that are kept for long. Node allocates small buffers from 64 KB pools, and a pool stays in memory as
 * long as any slice of it is referenced.
 */
export function copyUnpooled(bytes: Uint8Array): Buffer {
	const copy = Buffer.allocUnsafeSlow(bytes.length);
	copy.set(bytes);
	return copy;
}
