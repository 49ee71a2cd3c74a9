import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { AdminEvent } from '#contract/admin/events.ts';
import { getCounts } from '#contract/admin/notifications.ts';
import { getAdminProfile } from '#contract/admin/session.ts';
import { callAdminApi } from './api.ts';

/** What a list shows of; news of the server name the same. */
export type AdminSubject = AdminEvent['what'] | 'analytics' | 'audit-logs' | 'admins' | 'profile';

/** Every answer of the back-office is kept below its subject, so that news of the subject bring all of them up to date. */
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

/** Has everything about `subjects` asked for again; resolves when what is on the screen is new. */
export async function refresh(client: QueryClient, ...subjects: AdminSubject[]): Promise<void> {
	await Promise.all([
		...subjects.map((subject) => client.invalidateQueries({ queryKey: adminKeys.of(subject) })),
		client.invalidateQueries({ queryKey: adminKeys.counts }),
	]);
}
