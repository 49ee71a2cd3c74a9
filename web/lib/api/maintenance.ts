import { useSyncExternalStore } from 'react';
import { PAGES } from '#contract/core/pages.ts';
import { GET_MAINTENANCE } from '#contract/maintenance/facts.ts';
import type { MaintenanceErrorReply } from '#contract/maintenance/maintenance.ts';

/** What the server said when it closed, and when: milliseconds since 1970. */
export interface MaintenanceState {
	reply: MaintenanceErrorReply;
	shownAtMs: number;
}

const listeners = new Set<() => void>();
let maintenance: MaintenanceState | undefined;

/**
 * Shows that the market is closed where that is what a 503 says. A 503 of something in front of the server changes nothing.
 * @param text of the answer
 */
export function handleServiceUnavailable(text: string): void {
	const reply = parseMaintenanceReply(text);
	if (reply) showMaintenance(reply);
}

/**
 * Covers the page by the one of maintenance, whose address it gets. The page stays as it is below: what is half filled in is
 * whole afterwards.
 */
export function showMaintenance(reply: MaintenanceErrorReply): void {
	const { pathname, search, hash } = window.location;
	// Opened by its address, that page looks after itself.
	if (pathname === PAGES.maintenance) return;
	// The router is not told: to it the page is still here.
	const state = { ...window.history.state, cameFrom: pathname + search + hash };
	window.history.replaceState(state, '', PAGES.maintenance);
	maintenance ??= { reply, shownAtMs: Date.now() };
	publish();
}

/** The market is open again: the page below comes back, at its own address. */
export function hideMaintenance(): void {
	if (!maintenance) return;
	maintenance = undefined;
	// Someone who has gone back meanwhile is at an address of their own.
	if (window.location.pathname === PAGES.maintenance) {
		const { cameFrom, ...state } = window.history.state ?? {};
		window.history.replaceState(state, '', pathOrHome(cameFrom));
	}
	publish();
}

/** Asks the server whether the market is closed. Without an answer nothing changes. */
export async function checkMaintenance(): Promise<void> {
	if (maintenance) return;
	try {
		const response = await fetch(`/api${GET_MAINTENANCE.path}`, {
			signal: AbortSignal.timeout(CHECK_TIMEOUT_MS),
		});
		handleServiceUnavailable(await response.text());
	} catch {
		// No connection: the next look, or the next call, tells.
	}
}

const CHECK_TIMEOUT_MS = 10_000;

/** Undefined while the market is open, as far as this page knows. */
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

/** Where the person was before; home where nothing is known. It outlives a reload. */
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
		// A 503 of something in front of the server.
		return undefined;
	}
}
