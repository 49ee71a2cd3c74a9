/**
 * Loaded before a program by `node --import`. On SIGUSR2 it allocates memory inside and outside of the JavaScript heap, and
 * never frees it.
 */
const HEAP_ARRAYS = 50;
const NUMBERS_PER_ARRAY = 1_000_000;
const EXTERNAL_BYTES = 1.3e9;
const retained: object[] = [];

process.on('SIGUSR2', () => {
	for (let array = 0; array < HEAP_ARRAYS; array++) {
		retained.push(
			Array.from({ length: NUMBERS_PER_ARRAY }, (_, index) => index + array / HEAP_ARRAYS),
		);
	}
	retained.push(Buffer.alloc(EXTERNAL_BYTES, 'x'));
});
