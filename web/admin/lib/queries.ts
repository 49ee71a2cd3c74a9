import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { listAdmins } from '#contract/admin/administrators.ts';
import type { AdminEvent } from '#contract/admin/events.ts';
import { getCounts } from '#contract/admin/notifications.ts';
import { getAdminProfile } from '#contract/admin/session.ts';
import { callAdminApi } from './api.ts';

/** The first word of each query key. The server's live events use the same words. */
export type AdminDataKind = AdminEvent['what'] | 'analytics' | 'audit-logs' | 'admins' | 'profile';

/**
 * Other queries that show data of each kind, and are reloaded with it. The statistics are listed only where the change
 * alters them, because every request for them is logged.
 */
const RELATED_KINDS: { [What in AdminEvent['what']]?: readonly AdminDataKind[] } = {
	// Reports show the status of their user or item; a ban hides what its user posted.
	users: ['analytics', 'items', 'wanted', 'reports', 'user-reports'],
	// A user shows their items.
	items: ['analytics', 'reports', 'users'],
	// The entries in the bell about feedback or a report are done with it.
	feedback: ['notifications'],
	reports: ['analytics', 'notifications'],
	'user-reports': ['analytics', 'notifications'],
	'review-reports': ['analytics', 'notifications'],
	wanted: ['analytics', 'notifications'],
	// Items and posts show their category. Most changes of the catalogue do not alter the statistics.
	catalogue: ['items', 'wanted'],
	// The settings may require two-step sign-in, which the profile shows; changes of administrators come as events of
	// the settings.
	settings: ['profile', 'admins'],
};

/** The queries to reload after a change: of the changed data, and of others that show it. */
export function dataKindsShowing(what: AdminEvent['what']): AdminDataKind[] {
	return [what, ...(RELATED_KINDS[what] ?? [])];
}

export function profileQuery() {
	return queryOptions({
		queryKey: ['profile'],
		queryFn: async ({ signal }) => (await callAdminApi(getAdminProfile, { signal })).admin,
	});
}

export function adminsQuery() {
	return queryOptions({
		queryKey: ['admins'],
		queryFn: async ({ signal }) => (await callAdminApi(listAdmins, { signal })).admins,
	});
}

export function countsQuery() {
	return queryOptions({
		queryKey: ['counts'],
		queryFn: ({ signal }) => callAdminApi(getCounts, { signal }),
	});
}

/** Queries that every change may outdate: the results of the search, and the audit log. */
const WITH_EVERY_CHANGE = [['search'], ['audit-logs', 'list']] as const;

/** Reloads every query about `dataKinds`; resolves once the visible queries have been reloaded. */
export async function refresh(client: QueryClient, ...dataKinds: AdminDataKind[]): Promise<void> {
	await Promise.all([
		...dataKinds.map((dataKind) => client.invalidateQueries({ queryKey: [dataKind] })),
		client.invalidateQueries({ queryKey: ['counts'] }),
		// Refetched when they are next opened, not while they are visible: every request for them is logged.
		...WITH_EVERY_CHANGE.map((queryKey) =>
			client.invalidateQueries({ queryKey, refetchType: 'none' }),
		),
	]);
}
