import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { AdminHistory } from '#contract/admin/history.ts';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { getUser } from '#contract/admin/users.ts';
import { text } from '#tests/support/admin-locators.ts';
import { adminUser, fakeAdminUsers, NO_DEALS } from '#tests/support/fake-admin-users.ts';
import { fakeApi } from '#tests/support/fake-api.ts';
import { ADMIN, renderAdminPage } from '#tests/support/render-admin-page.tsx';

const history = page.getByRole('region', { name: 'History' });
let lastId = 0;

function entry(changes: Partial<AdminHistory[number]>): AdminHistory[number] {
	lastId += 1;
	const at = '2026-02-03T04:05:06.000Z';
	const rest = {
		kind: 'audit',
		text: '',
		what: '',
		status: null,
		by: 'Meena',
		about: null,
	} as const;
	return { id: lastId, at, ...rest, ...changes };
}

async function openHistory(...entries: AdminHistory): Promise<void> {
	const user = adminUser('Farhan');
	fakeAdminUsers(user);
	fakeApi.answer(getUser, { success: true, user, deals: NO_DEALS, history: entries });
	await renderAdminPage(`${ADMIN_PAGES.users}?user=${user.id}`, { as: ADMIN, width: 1440 });
}

test('the history of a user links an action to the report that led to it and shows the notes', async () => {
	await openHistory(
		entry({
			what: 'USER_BANNED',
			text: 'user report 3: No reply.\nTwice.',
			report: { about: 'user', id: 3, notes: 'No reply.\nTwice.' },
		}),
		entry({
			what: 'WANTED_REMOVED',
			text: 'wanted report 4',
			report: { about: 'wanted', id: 4, notes: '' },
		}),
		entry({ what: 'USER_WARNED', text: 'report 5: Be polite.' }),
	);

	const link = history.getByRole('link', { name: 'After a report about a person' });
	await expect.element(link).toHaveAttribute('href', `${ADMIN_PAGES.userReports}?report=3`);
	await expect.element(history.getByText('No reply. Twice.')).toBeVisible();
	for (const words of [
		'Wanted post removed',
		'After a report about a wanted post',
		'report 5: Be polite.',
	])
		await expect.element(text(words, history)).toBeVisible();
});
