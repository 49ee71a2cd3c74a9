import {
	ADMIN_WANTED_MESSAGES,
	type AdminWanted,
	getAdminWanted,
	listAdminWanted,
	removeWanted,
} from '#contract/admin/wanted.ts';
import { fakeApi } from './fake-api.ts';
import { type StoredRows, storeRows } from './stored-rows.ts';

const success = true as const;
let lastId = 40;

/** A wanted post of Meera as the back-office shows it. */
export function adminWanted(title: string, changes: Partial<AdminWanted> = {}): AdminWanted {
	lastId += 1;
	return {
		id: lastId,
		title,
		note: 'Any brand.',
		category: 'Essentials',
		maxPrice: 400,
		subject: null,
		status: 'live',
		adminNotes: null,
		answers: 2,
		reports: 0,
		createdAt: '2026-02-03T04:05:06.000Z',
		expiresAt: '2026-03-05T04:05:06.000Z',
		User: { id: 7, userName: 'Meera', email: 'meera@campus.example' },
		...changes,
	};
}

/** Makes the fake API return and change these posts. The ids of a post's reports start at 900. */
export function fakeWanted(...posts: readonly AdminWanted[]): StoredRows<AdminWanted> {
	const stored = storeRows(posts);
	fakeApi.answer(listAdminWanted, ({ query }) => {
		const { rows, pagination } = stored.page(
			query,
			(post) =>
				post.title.includes(query.search ?? '') &&
				(query.status ?? post.status) === post.status &&
				(query.isReported ?? post.reports > 0) === post.reports > 0,
		);
		return { success, wanted: rows, pagination };
	});
	fakeApi.answer(getAdminWanted, ({ params: { id } }) => ({
		success,
		wanted: stored.get(id),
		pendingReports: Array.from({ length: stored.get(id).reports }, (_, index) => ({
			id: 900 + index,
			type: 'spam' as const,
			complaint: `Advertisement ${index}`,
			createdAt: '2026-02-04T04:05:06.000Z',
			reporter: { id: 8, userName: 'Ravi' },
		})),
		history: [],
	}));
	fakeApi.answer(removeWanted, ({ params: { id } }) => {
		stored.change(id, { status: 'removed' });
		return { success, message: ADMIN_WANTED_MESSAGES.removed };
	});
	return stored;
}
