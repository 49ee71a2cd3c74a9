import { MAINTENANCE_LIMITS } from '#contract/maintenance/facts.ts';
import { lookWhetherClosed } from '#web/lib/api/maintenance.ts';
import { currentLiveStatus } from '#web/lib/realtime/realtime.ts';

/**
 * Asks from time to time whether the market has been closed: only while the page is visible, nothing else has been answered
 * lately, and no live connection would tell. The answer comes from the server's memory.
 * @returns how to stop
 */
export function watchForClosing(): () => void {
	const over = new AbortController();
	let timer: ReturnType<typeof setTimeout> | undefined;
	let answeredAt = Date.now();
	const answers = new PerformanceObserver((list) => {
		if (list.getEntries().some(({ name }) => isCall(name))) answeredAt = Date.now();
	});
	answers.observe({ type: 'resource' });
	document.addEventListener('visibilitychange', plan, { signal: over.signal });
	plan();
	return () => {
		over.abort();
		answers.disconnect();
		clearTimeout(timer);
	};

	function plan(): void {
		clearTimeout(timer);
		if (document.visibilityState === 'visible') timer = setTimeout(look, waitMs());
	}

	function waitMs(): number {
		return Math.max(0, answeredAt + MAINTENANCE_LIMITS.lookForClosingMs - Date.now());
	}

	async function look(): Promise<void> {
		if (waitMs() === 0) {
			answeredAt = Date.now();
			if (currentLiveStatus().is !== 'connected') await lookWhetherClosed();
		}
		if (!over.signal.aborted) plan();
	}
}

function isCall(address: string): boolean {
	return new URL(address).pathname.startsWith('/api/');
}
