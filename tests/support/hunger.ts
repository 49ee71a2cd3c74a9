/**
 * Loaded before a program by `node --import`: on SIGUSR2 it allocates memory, in its heap and outside, and never frees
 * it.
 */
const HEAP_PIECES = 50;
const NUMBERS = 1_000_000;
const OUTSIDE_BYTES = 1.3e9;
const kept: object[] = [];

process.on('SIGUSR2', () => {
	for (let piece = 0; piece < HEAP_PIECES; piece++) {
		kept.push(Array.from({ length: NUMBERS }, (_, place) => place + piece / HEAP_PIECES));
	}
	kept.push(Buffer.alloc(OUTSIDE_BYTES, 'x'));
});
