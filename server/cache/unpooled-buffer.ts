/**
 * A copy that holds on to no memory but its own, for what is kept for long: Node cuts small buffers from pools of 64 KB, and all
 * of a pool stays for as long as any piece of it is kept.
 */
export function ownBytes(bytes: Uint8Array): Buffer {
	const own = Buffer.allocUnsafeSlow(bytes.length);
	own.set(bytes);
	return own;
}
