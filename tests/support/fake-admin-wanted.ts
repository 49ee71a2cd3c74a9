import {
	ADMIN_WANTED_MESSAGES,
	type AdminWanted,
	adminWantedReport,
	getAdminWanted,
	listAdminWanted,
	adminWanted as postSchema,
	removeWanted,
} from '#contract/admin/wanted.ts';
import { fakeApi } from './fake-api.ts';
import { sample } from './sample.ts';
import { hasValues, type StoredRows, storeRows } from './stored-rows.ts';

let lastId = 40;

/** A wanted post of Meera as the back-office shows it. */
export function adminWanted(title: string, changes: Partial<AdminWanted> = {}): AdminWanted {
	lastId += 1;
	const User = { id: 7, userName: 'Meera', email: 'meera@campus.example' };
	return sample(postSchema, { id: lastId, title, maxPrice: 400, User, ...changes });
}

/** Makes the fake API return and change these posts. The ids of a post's reports start at 900. */
export function fakeWanted(...posts: readonly AdminWanted[]): StoredRows<AdminWanted> {
	const stored = storeRows(posts);
	fakeApi.answer(listAdminWanted, ({ query: { search = '', status, isReported, ...paging } }) =>
		stored.page(
			'wanted',
			paging,
			(post) =>
				post.title.includes(search) &&
				hasValues(post, { status }) &&
				(isReported ?? post.reports > 0) === post.reports > 0,
		),
	);
	fakeApi.answer(getAdminWanted, ({ params: { id } }) => ({
		wanted: stored.get(id),
		pendingReports: Array.from({ length: stored.get(id).reports }, (_, index) =>
			sample(adminWantedReport, {
				id: 900 + index,
				complaint: `Advertisement ${index}`,
				reporter: { id: 8, userName: 'Ravi' },
			}),
		),
	}));
	fakeApi.answer(removeWanted, ({ params: { id } }) =>
		stored.change(id, { status: 'removed' }, ADMIN_WANTED_MESSAGES.removed),
	);
	return stored;
}
