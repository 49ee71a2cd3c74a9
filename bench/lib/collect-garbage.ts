/**
 * Makes this process collect all garbage on SIGUSR2, so that only memory in use is measured. Needs `--expose-gc`, and does
 * nothing without.
 */
export function collectGarbageOnSignal(): void {
	process.on('SIGUSR2', () =>
		globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' }),
	);
}
