import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { AdminEvent } from '#contract/admin/events.ts';
import { getCounts } from '#contract/admin/notifications.ts';
import { getAdminProfile } from '#contract/admin/session.ts';
import { callAdminApi } from './api.ts';

/** The subjects of lists; server events use the same names. */
export type AdminSubject = AdminEvent['what'] | 'analytics' | 'audit-logs' | 'admins' | 'profile';

/** Query keys begin with their subject, so that an event about the subject reloads all of them. */
export const adminKeys = {
	of: (subject: AdminSubject, ...more: readonly unknown[]) => ['office', subject, ...more] as const,
	counts: ['office', 'counts'] as const,
	search: (text: string) => ['office', 'search', text] as const,
};

export function profileQuery() {
	return queryOptions({
		queryKey: adminKeys.of('profile'),
		queryFn: async ({ signal }) => (await callAdminApi(getAdminProfile, { signal })).admin,
	});
}

export function countsQuery() {
	return queryOptions({
		queryKey: adminKeys.counts,
		queryFn: ({ signal }) => callAdminApi(getCounts, { signal }),
	});
}

/** Reloads every query about `subjects`; resolves when what is on the screen is current. */
export async function refresh(client: QueryClient, ...subjects: AdminSubject[]): Promise<void> {
	await Promise.all([
		...subjects.map((subject) => client.invalidateQueries({ queryKey: adminKeys.of(subject) })),
		client.invalidateQueries({ queryKey: adminKeys.counts }),
	]);
}
