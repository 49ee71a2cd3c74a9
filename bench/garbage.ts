/**
 * Has this process throw away what it no longer needs on SIGUSR2, so that what is measured is what it keeps. It needs
 * `--expose-gc`, and does nothing without.
 */
export function collectWhenAsked(): void {
	process.on('SIGUSR2', () =>
		globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' }),
	);
}
