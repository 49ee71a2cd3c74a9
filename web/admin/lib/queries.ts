import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { AdminEvent } from '#contract/admin/events.ts';
import { getCounts } from '#contract/admin/notifications.ts';
import { getAdminProfile } from '#contract/admin/session.ts';
import { officeCall } from './api.ts';

/** What a list shows of; news of the server name the same. */
export type OfficeSubject = AdminEvent['what'] | 'analytics' | 'audit-logs' | 'admins' | 'profile';

/** Every answer of the back-office is kept below its subject, so that news of the subject bring all of them up to date. */
export const officeKeys = {
	of: (subject: OfficeSubject, ...more: readonly unknown[]) =>
		['office', subject, ...more] as const,
	counts: ['office', 'counts'] as const,
	search: (words: string) => ['office', 'search', words] as const,
};

export function profileQuery() {
	return queryOptions({
		queryKey: officeKeys.of('profile'),
		queryFn: async ({ signal }) => (await officeCall(getAdminProfile, { signal })).admin,
	});
}

export function countsQuery() {
	return queryOptions({
		queryKey: officeKeys.counts,
		queryFn: ({ signal }) => officeCall(getCounts, { signal }),
	});
}

/** Has everything about `subjects` asked for again; resolves when what is on the screen is new. */
export async function refresh(client: QueryClient, ...subjects: OfficeSubject[]): Promise<void> {
	await Promise.all([
		...subjects.map((subject) => client.invalidateQueries({ queryKey: officeKeys.of(subject) })),
		client.invalidateQueries({ queryKey: officeKeys.counts }),
	]);
}
