import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { AdminEvent } from '#contract/admin/events.ts';
import { getCounts } from '#contract/admin/notifications.ts';
import { getAdminProfile } from '#contract/admin/session.ts';
import { callAdminApi } from './api.ts';

/** First words of query keys; server events use the same names. */
export type AdminSubject = AdminEvent['what'] | 'analytics' | 'audit-logs' | 'admins' | 'profile';

/**
 * What shows the data of each kind as well. Each request for the statistics is logged, so only changes that alter them
 * reload them.
 */
const RELATED_SUBJECTS: { [What in AdminEvent['what']]?: readonly AdminSubject[] } = {
	// Reports show the status of their user or item; a ban hides what its user posted.
	users: ['analytics', 'items', 'wanted', 'reports', 'user-reports'],
	// A user shows their items.
	items: ['analytics', 'reports', 'users'],
	reports: ['analytics'],
	'user-reports': ['analytics'],
	'review-reports': ['analytics'],
	wanted: ['analytics'],
	// Items and posts show their category. The statistics do too, but most lists of the college do not alter them.
	catalogue: ['items', 'wanted'],
	// The settings may require two-step sign-in, which the profile shows; changes of administrators come as events of
	// the settings.
	settings: ['profile', 'admins'],
};

/** What is to be reloaded after a change: what has changed, and what shows it. */
export function subjectsOf(what: AdminEvent['what']): AdminSubject[] {
	return [what, ...(RELATED_SUBJECTS[what] ?? [])];
}

export function profileQuery() {
	return queryOptions({
		queryKey: ['profile'],
		queryFn: async ({ signal }) => (await callAdminApi(getAdminProfile, { signal })).admin,
	});
}

export function countsQuery() {
	return queryOptions({
		queryKey: ['counts'],
		queryFn: ({ signal }) => callAdminApi(getCounts, { signal }),
	});
}

/** Every change may alter the results of the search, and adds to the audit log. */
const WITH_EVERY_CHANGE = [['search'], ['audit-logs', 'list']] as const;

/** Reloads every query about `subjects`; resolves when what is on the screen is current. */
export async function refresh(client: QueryClient, ...subjects: AdminSubject[]): Promise<void> {
	await Promise.all([
		...subjects.map((subject) => client.invalidateQueries({ queryKey: [subject] })),
		client.invalidateQueries({ queryKey: ['counts'] }),
		// Loaded when they are opened next, not while they are on the screen: each view is logged.
		...WITH_EVERY_CHANGE.map((queryKey) =>
			client.invalidateQueries({ queryKey, refetchType: 'none' }),
		),
	]);
}
