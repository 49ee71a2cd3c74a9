import { useSyncExternalStore } from 'react';
import { PAGES } from '#contract/core/pages.ts';
import { getMaintenance } from '#contract/maintenance/endpoints.ts';
import type { MaintenanceErrorReply } from '#contract/maintenance/schemas.ts';

/** The server's maintenance response and the time of its arrival, in milliseconds since 1970. */
export interface MaintenanceState {
	reply: MaintenanceErrorReply;
	receivedAtMs: number;
}

const listeners = new Set<() => void>();
let maintenance: MaintenanceState | undefined;

/**
 * Shows the maintenance page if a 503 response is about maintenance. A 503 of a proxy has another body and is
 * ignored.
 * @param text the body of the response
 */
export function handleServiceUnavailable(text: string): void {
	const reply = parseMaintenanceReply(text);
	if (reply) showMaintenance(reply);
}

/**
 * Covers the page with the maintenance page and changes the address to match. The page below stays mounted, so that
 * half-filled forms survive.
 */
export function showMaintenance(reply: MaintenanceErrorReply): void {
	const { pathname, search, hash } = window.location;
	// The maintenance page itself polls on its own.
	if (pathname === PAGES.maintenance) return;
	// Bypasses the router, which keeps showing the current page.
	const state = { ...window.history.state, cameFrom: pathname + search + hash };
	window.history.replaceState(state, '', PAGES.maintenance);
	maintenance ??= { reply, receivedAtMs: Date.now() };
	publish();
}

/** Maintenance has ended: uncovers the page and restores its address. */
export function hideMaintenance(): void {
	if (!maintenance) return;
	maintenance = undefined;
	// If the user navigated back meanwhile, the address is no longer that of the maintenance page.
	if (window.location.pathname === PAGES.maintenance) {
		const { cameFrom, ...state } = window.history.state ?? {};
		window.history.replaceState(state, '', pathOrHome(cameFrom));
	}
	publish();
}

/** Runs an action as soon as the maintenance page does not cover the page. */
export function afterMaintenance(action: () => void): void {
	const runIfUncovered = () => {
		if (maintenance) return;
		listeners.delete(runIfUncovered);
		action();
	};
	listeners.add(runIfUncovered);
	runIfUncovered();
}

/** Asks the server about maintenance. Without a response nothing changes. */
export async function checkMaintenance(): Promise<void> {
	if (maintenance) return;
	try {
		const response = await fetch(`/api${getMaintenance.path}`, {
			signal: AbortSignal.timeout(CHECK_TIMEOUT_MS),
		});
		// During maintenance this reply has the fields of a 503 response that the page shows.
		handleServiceUnavailable(await response.text());
	} catch {
		// No connection: a later check or call will report maintenance.
	}
}

const CHECK_TIMEOUT_MS = 10_000;

/** Undefined unless this page knows that the site is in maintenance. */
export function useMaintenanceState(): MaintenanceState | undefined {
	return useSyncExternalStore(
		(listener) => {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		() => maintenance,
		() => undefined,
	);
}

/** The address before maintenance, else the home page. Kept in the history state, so it survives a reload. */
export function pathBeforeMaintenance(): string {
	return pathOrHome(window.history.state?.cameFrom);
}

function pathOrHome(cameFrom: unknown): string {
	return typeof cameFrom === 'string' ? cameFrom : PAGES.home;
}

function publish(): void {
	for (const listener of listeners) listener();
}

function parseMaintenanceReply(text: string): MaintenanceErrorReply | undefined {
	try {
		const body = JSON.parse(text);
		return body?.maintenance === true ? body : undefined;
	} catch {
		// A 503 of a proxy in front of the server.
		return undefined;
	}
}
