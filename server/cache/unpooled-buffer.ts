/**
 * A copy that holds on to no memory but its own, for what is kept for long: Node cuts small buffers from pools of 64 KB, and all
 * of a pool stays for as long as any piece of it is kept.
 */
export function copyUnpooled(bytes: Uint8Array): Buffer {
	const copy = Buffer.allocUnsafeSlow(bytes.length);
	copy.set(bytes);
	return copy;
}
