import type { MaintenanceRefusal } from '#contract/maintenance.ts';
import { PAGES } from '#contract/pages.ts';

let lastRefusal: { told: MaintenanceRefusal; at: number } | undefined;

/**
 * Takes the app to the maintenance page when that is what a 503 says, in place of the page it was met on. Called from
 * outside React, where the router hears of a new address as of a press on Back.
 * @param text of the answer
 */
export function meetRefusal(text: string): void {
	const told = readRefusal(text);
	if (!told || window.location.pathname === PAGES.maintenance) return;
	lastRefusal = { told, at: Date.now() };
	const { pathname, search, hash } = window.location;
	const { idx } = (window.history.state ?? {}) as { idx?: number };
	// Another key: to the router it is another page, which begins at its top.
	const key = Math.random().toString(36).slice(2);
	const state = { idx, key, cameFrom: pathname + search + hash };
	window.history.replaceState(state, '', PAGES.maintenance);
	window.dispatchEvent(new PopStateEvent('popstate', { state }));
}

/** What the server said when it sent the person here, and when; undefined for who opened the page by its address. */
export function maintenanceMet(): typeof lastRefusal {
	return lastRefusal;
}

/** Where the person was before; home where nothing is known. It outlives a reload. */
export function placeBefore(): string {
	const { cameFrom } = (window.history.state ?? {}) as { cameFrom?: unknown };
	return typeof cameFrom === 'string' ? cameFrom : PAGES.home;
}

function readRefusal(text: string): MaintenanceRefusal | undefined {
	try {
		const body = JSON.parse(text);
		return body?.maintenance === true ? body : undefined;
	} catch {
		// A 503 of something in front of the server.
		return undefined;
	}
}
