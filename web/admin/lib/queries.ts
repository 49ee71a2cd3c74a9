import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { AdminEvent } from '#contract/admin/events.ts';
import { getCounts } from '#contract/admin/notifications.ts';
import { getAdminProfile } from '#contract/admin/session.ts';
import { callAdminApi } from './api.ts';

/** First words of query keys; server events use the same names. */
export type AdminSubject = AdminEvent['what'] | 'analytics' | 'audit-logs' | 'admins' | 'profile';

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

/** Reloads every query about `subjects`; resolves when what is on the screen is current. */
export async function refresh(client: QueryClient, ...subjects: AdminSubject[]): Promise<void> {
	await Promise.all([
		...subjects.map((subject) => client.invalidateQueries({ queryKey: [subject] })),
		client.invalidateQueries({ queryKey: ['counts'] }),
	]);
}
