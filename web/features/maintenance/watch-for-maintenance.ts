import { MAINTENANCE_LIMITS } from '#contract/maintenance/facts.ts';
import { checkMaintenance } from '#web/lib/api/maintenance.ts';
import { currentRealtimeStatus } from '#web/lib/realtime/realtime.ts';

/**
 * Checks from time to time whether maintenance has begun; `checkMaintenance` then shows the page about it. Checks only
 * while the page is visible, no API call was answered lately, and no realtime connection is open: calls and the
 * connection report maintenance themselves.
 * @returns a function that stops watching
 */
export function watchForMaintenance(): () => void {
	const controller = new AbortController();
	let timer: ReturnType<typeof setTimeout> | undefined;
	let answeredAt = Date.now();
	const observer = new PerformanceObserver((list) => {
		if (list.getEntries().some(({ name }) => isApiCall(name))) answeredAt = Date.now();
	});
	observer.observe({ type: 'resource' });
	document.addEventListener('visibilitychange', scheduleCheck, { signal: controller.signal });
	scheduleCheck();
	return () => {
		controller.abort();
		observer.disconnect();
		clearTimeout(timer);
	};

	function scheduleCheck(): void {
		clearTimeout(timer);
		if (document.visibilityState === 'visible') timer = setTimeout(check, remainingMs());
	}

	function remainingMs(): number {
		return Math.max(0, answeredAt + MAINTENANCE_LIMITS.closingPollMs - Date.now());
	}

	async function check(): Promise<void> {
		if (remainingMs() === 0) {
			// Without an answer, too, the next check comes a whole interval later.
			answeredAt = Date.now();
			if (currentRealtimeStatus().state !== 'connected') await checkMaintenance();
		}
		if (!controller.signal.aborted) scheduleCheck();
	}
}

function isApiCall(url: string): boolean {
	return new URL(url).pathname.startsWith('/api/');
}
