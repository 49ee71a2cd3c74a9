/*
 * Node cuts small buffers from pools of 64 KB, and all of a pool stays for as long as any piece of it is kept. What is kept
 * for long has memory of its own.
 */

/** Text as bytes, in UTF-8, that hold on to no memory but their own. */
export function ownBytes(text: string): Buffer {
	const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
	bytes.write(text);
	return bytes;
}

/** Pieces one behind the other, in memory of their own. */
export function joinedBytes(pieces: readonly Uint8Array[]): Buffer {
	const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
	const bytes = Buffer.allocUnsafeSlow(length);
	let place = 0;
	for (const piece of pieces) {
		bytes.set(piece, place);
		place += piece.length;
	}
	return bytes;
}
